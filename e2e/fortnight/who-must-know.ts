import type { Topics, WhoWasTold } from './who-was-told.ts'

export const MARGARET = '+61491570156'
export const AMMA = '+61491570110'
export const JANE = '+61491570157'
export const TOM = '+61491570158'
export const LILY = '+61491570159'
/** A phone of the simulator that agrees by text to be a contact. */
export const JUNE = '+61491570171'

/** Whose number or address it is. */
export const PEOPLE: Readonly<Record<string, string>> = {
  ...{ [MARGARET]: 'Margaret', [AMMA]: 'Amma', [JUNE]: 'June' },
  ...{ 'jane@example.com': 'Jane', [JANE]: 'Jane', 'tom@example.com': 'Tom', [TOM]: 'Tom' },
  ...{ 'lily@example.com': 'Lily', [LILY]: 'Lily', 'meera@example.com': 'Meera' },
}

export const TOPICS: Topics = [
  ['asked to be a contact', /has added you as a contact/],
  ['agreed to be a contact', /^Thank you\. You're a contact/],
  ['invited', /invites you to Cooee/],
  ['joined', /has joined your family/],
  ['own number changed', /contact details were changed/],
  ['rung', /^rings$/],
  ['away', / is away until /],
  ['own words understood', /^Thank you\. We won't ring you until/],
  ['away ends', /time away ends/],
  ['looks after things', /You look after things/],
  ['nobody yet', /^Nobody is checking on|nobody has said yes yet/],
  ['taken on', / is checking on /],
  ['all clear', /all clear/i],
  ['removed', /You no longer belong to Jane’s family/],
  ['not understood', /something we couldn't understand/],
  ['not answered', /didn't answer/],
]

/** Numbers are not confirmed yet: what is texted to a member is mailed as well. */
const BOTH = 'mail, text'
const ALL_MEMBERS = { Jane: BOTH, Tom: BOTH, Lily: BOTH }
const RUNG = { Margaret: 'ring' }

/** Everything that leaves in the fortnight, by day: who may and must know of it. What is not here goes to nobody. */
export const WHO_MUST_KNOW: WhoWasTold = {
  'day 1, asked to be a contact': { June: 'text' },
  'day 1, agreed to be a contact': { June: 'text' },
  'day 1, invited': { Tom: 'mail', Lily: 'mail' },
  'day 1, joined': { Jane: 'mail, mail' },
  'day 1, own number changed': { Jane: 'mail', Tom: 'mail', Lily: 'mail' },
  'day 1, rung': RUNG,
  // On holiday until day 4: nothing rings.
  'day 2, away': ALL_MEMBERS,
  'day 4, away ends': ALL_MEMBERS,
  'day 5, rung': RUNG,
  'day 5, not understood': { ...ALL_MEMBERS, June: 'text' },
  'day 5, all clear': { Tom: BOTH, Lily: BOTH, June: 'text' },
  'day 5, looks after things': { Tom: 'mail' },
  // Jane is away, and Tom looks after things.
  'day 6, rung': { ...RUNG, Tom: 'ring', June: 'ring' },
  'day 6, not answered': { Tom: BOTH, Lily: BOTH, June: 'text' },
  'day 6, nobody yet': { Tom: BOTH, Lily: BOTH },
  'day 6, taken on': { Lily: BOTH, June: 'text' },
  'day 6, all clear': { Lily: BOTH, June: 'text' },
  'day 7, rung': RUNG,
  // In hospital, and an hour later for longer, until day 10.
  'day 8, away': { Jane: `mail, ${BOTH}, text`, Tom: `mail, ${BOTH}, text`, Lily: `mail, ${BOTH}, text` },
  'day 8, own words understood': { Margaret: 'text' },
  'day 10, away ends': ALL_MEMBERS,
  // The family of Meera.
  'day 10, invited': { Tom: 'mail' },
  'day 10, joined': { Meera: 'mail' },
  'day 10, rung': { Amma: 'ring' },
  'day 10, not answered': { Meera: 'mail', Tom: BOTH },
  'day 10, all clear': { Meera: 'mail' },
  'day 11, rung': RUNG,
  // Lily is removed between the alert and the all-clear.
  'day 12, rung': RUNG,
  'day 12, not answered': { ...ALL_MEMBERS, June: 'text' },
  'day 12, removed': { Lily: 'mail' },
  'day 12, all clear': { Tom: BOTH, June: 'text' },
  'day 13, rung': RUNG,
  'day 13, not answered': { Jane: BOTH, Tom: BOTH, June: 'text' },
  'day 13, all clear': { Jane: BOTH, Tom: BOTH },
  'day 14, rung': RUNG,
}
