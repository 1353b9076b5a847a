import type { NamedCall } from '#core/calls/call-noun.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { type CauseFacts, causesInWords, detailOfForm, inOrderOfSeverity } from '#core/escalation/causes-in-words.ts'
import { certaintyOf } from '#core/escalation/incident-cause.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

export type IncidentCauseRow = Awaited<ReturnType<typeof causesOf>>[number]

/** All columns, by name: a statement with a star is planned each time (`statement-names.ts`). */
export const CAUSE_COLUMNS = [
  'incidentCauses.id',
  'incidentCauses.incidentId',
  'incidentCauses.callId',
  'incidentCauses.cause',
  'incidentCauses.form',
  'incidentCauses.headline',
  'incidentCauses.detail',
  'incidentCauses.heard',
  'incidentCauses.heardSealedWith',
  'incidentCauses.isByWords',
  'incidentCauses.scheduledFor',
  'incidentCauses.happenedAt',
  'incidentCauses.askedAgainAt',
  'incidentCauses.endedAt',
  'incidentCauses.withdrawnAt',
] as const

/** The columns of an incident that say what it is about. */
export interface IncidentInWords {
  id: number
  headline: string
  detail: string | null
  name: string
  timezone: string
  /** Of who reads it; without a reader the account holder's. */
  readerTimezone: string
}

/** All causes that an incident has or had, in the order in which they became known. */
export async function causesOf(db: Db, incidentId: number) {
  return (await readCauses(db, { incidentId })).map(withCall)
}

const readCauses = preparedStatement((db, { incidentId }: { incidentId: Param<number> }) =>
  selectCauses(db).where('incidentCauses.incidentId', '=', incidentId).orderBy('incidentCauses.id'),
)

/** One of them, with what its call was for. */
export async function findCause(db: Db, causeId: number): Promise<IncidentCauseRow> {
  return withCall(await selectCauses(db).where('incidentCauses.id', '=', causeId).executeTakeFirstOrThrow())
}

function selectCauses(db: Db) {
  return db
    .selectFrom('incidentCauses')
    .leftJoin('calls', 'calls.id', 'incidentCauses.callId')
    .select(CAUSE_COLUMNS)
    .select([
      'calls.callType',
      'calls.asksBy',
      'calls.catchUpFor',
      'calls.triesMade',
      'calls.uncountedTries',
      'calls.zone',
    ])
}

type WithCall = NamedCall & { triesMade: number | null; uncountedTries: number | null }

const withCall = <Row extends WithCall>({
  callType,
  asksBy,
  catchUpFor,
  triesMade,
  uncountedTries,
  ...cause
}: Row) => ({
  ...cause,
  call: { callType, catchUpFor, asksBy },
  attempts: (triesMade ?? 0) - (uncountedTries ?? 0),
})

/** The causes that still need somebody, the most severe first. */
export function openCauses(causes: readonly IncidentCauseRow[]): IncidentCauseRow[] {
  return inOrderOfSeverity(causes.filter(({ endedAt }) => endedAt === null))
}

/** How the catch-up call asks that follows calls which were not placed: as the first of them. */
export function asksAgainBy(causes: readonly IncidentCauseRow[]): AsksBy {
  return openCauses(causes).find(({ cause }) => cause === 'not_made')?.call.asksBy ?? 'call'
}

/** How somebody is reached whom an incident is about: by text where they were asked by text alone. */
export function reachedBy(causes: readonly IncidentCauseRow[]): AsksBy {
  const ways = new Set(causes.flatMap(({ call }) => call.asksBy ?? []))
  return ways.has('text') && !ways.has('call') ? 'text' : 'call'
}

/** What an incident is about now, on the loved one's clock: headline and further entries. Of one that has ended what was said last. */
export function aboutNow(
  incident: IncidentInWords,
  causes: readonly IncidentCauseRow[],
  now: Date,
  reader: Reader = 'contact',
): { headline: string; plainHeadline: string; shortHeadline: string; detail: string | null; others: string[] } {
  const open = openCauses(causes)
  const context = renderContext(incident, now, reader)
  // Of one that has ended, members still read which call it was.
  const wasAbout = inOrderOfSeverity(causes.filter(({ withdrawnAt }) => withdrawnAt === null)).slice(0, 1)
  const isOver = open.length === 0
  const ended = isOver && reader === 'member' ? causesInWords(wasAbout, context)[0] : undefined
  const [headline = ended ?? incident.headline, ...others] = causesInWords(open, context)
  const plainContext = { ...context, namesTypes: false }
  const [plainHeadline = incident.headline] = causesInWords(isOver ? wasAbout : open, plainContext)
  const [shortHeadline = headline] = causesInWords(open, { ...context, isShort: true })
  return { headline, plainHeadline, shortHeadline, detail: isOver ? incident.detail : detailOf(open), others }
}

/** Who reads it: members alone read what calls were for. */
export type Reader = 'member' | 'contact'

/** For whom and as of when the causes of an incident are put into words. */
export function renderContext(
  { name, timezone, readerTimezone }: Pick<IncidentInWords, 'name' | 'timezone' | 'readerTimezone'>,
  now: Date,
  reader: Reader = 'contact',
) {
  const isMember = reader === 'member'
  return { name, zone: timezone, readerZone: readerTimezone, now, namesTypes: isMember, hasOwnTime: isMember }
}

/** Of the most severe kind. */
function detailOf(open: readonly CauseFacts[]): string | null {
  const [first] = open
  if (!first) return null
  return detailOfForm(open.filter(({ cause, form }) => cause === first.cause && form === first.form))
}

/** Brings an incident up to date with its causes: the most severe decides who is notified, and of what. Changes nothing if none is open. */
export async function updateFromCauses(trx: Trx, incident: IncidentInWords, now: Date): Promise<void> {
  const causes = await causesOf(trx, incident.id)
  const [deciding] = openCauses(causes)
  if (!deciding) return
  const { headline, detail } = aboutNow(incident, causes, now)
  await trx
    .updateTable('incidents')
    .set({ cause: deciding.cause, callId: deciding.callId, headline, detail })
    // Contacts wait until `contacts_from` only for calls that we did not place: not if there is a more severe cause.
    .$if(deciding.cause !== 'not_made', (update) => update.set({ contactsFrom: null }))
    .where('id', '=', incident.id)
    // Only what is new: a row that its own transaction has written is checked against its call again with each further
    // write, and that waits for a call which is being concluded and waits for this incident.
    .where((eb) =>
      eb.or([
        eb('cause', '<>', deciding.cause),
        eb('callId', 'is distinct from', deciding.callId),
        eb('headline', '<>', headline),
        eb('detail', 'is distinct from', detail),
        ...(deciding.cause === 'not_made' ? [] : [eb('contactsFrom', 'is not', null)]),
      ]),
    )
    .execute()
}

/** The words that were heard, for members who may hear them; null when there were none. */
export function heardIn(
  { sealing }: { sealing: Sealing },
  { id, heard, heardSealedWith }: Pick<IncidentCauseRow, 'id' | 'heard' | 'heardSealedWith'>,
): string | null {
  if (heard === null) return null
  return readableText(sealing.openText('incidents.heard', { id }, { value: heard, sealedWith: heardSealedWith }))
}

/**
 * The words of the most severe cause in which any were heard: among those that stand, or among all once the incident has
 * ended.
 */
export function heardFirst(deps: { sealing: Sealing }, causes: readonly IncidentCauseRow[]): string | null {
  const open = openCauses(causes)
  const spoken = (open.length > 0 ? open : inOrderOfSeverity(causes)).find(({ heard }) => heard !== null)
  return spoken ? heardIn(deps, spoken) : null
}

/** Every cause of an incident is over: it has ended, or they have answered since. */
export async function endCauses(
  trx: Trx,
  incidentId: number,
  { at, only, except = [] }: { at: Date; only?: readonly IncidentCauseRow['cause'][]; except?: readonly number[] },
): Promise<void> {
  await trx
    .updateTable('incidentCauses')
    .set({ endedAt: at })
    .where('incidentId', '=', incidentId)
    .where('endedAt', 'is', null)
    .$if(only !== undefined, (query) => query.where('cause', 'in', [...(only ?? [])]))
    .$if(except.length > 0, (query) => query.where('id', 'not in', [...except]))
    .execute()
}

/** How sure the news is, when nothing else is to be added. */
export function detailWith(cause: IncidentCauseRow['cause'], detail: string | null): string | null {
  return detail ?? certaintyOf(cause)
}
