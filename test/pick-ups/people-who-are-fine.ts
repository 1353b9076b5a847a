import { pauses, says, untilAsked, untilOffered, waits } from '#simulators/twilio/phone/phone-script.ts'
import { answers, answersOnce, family, hello, NO_ANSWER, WELL, WELL_IF_UNDERSTOOD } from './pick-up.ts'

const PLAIN = [
  "I'm fine",
  "I'm fine thank you, how are you?",
  "Yes, I'm fine.",
  'All good',
  "I'm all right",
  "I'm all right thank you dear",
  "Yes I'm okay",
  "I'm well thank you",
  'Very well thank you',
  "I'm good",
  "I'm good thanks love",
  'Everything is fine',
  "No worries, I'm fine",
  'One',
  'Number one',
  'Press one',
  "I don't need any help, I'm fine",
  'No help needed, I am well',
]

/** Old Australians are well in many words; a stranger need not know them all. */
const SLANG = [
  "Can't complain",
  "She'll be right",
  'Not too bad',
  'Good as gold',
  'Never better',
  'Right as rain',
  'Fair to middling',
  'Box of birds',
  'Could be worse',
  'Still kicking',
  'Fit as a fiddle',
  'Mustn’t grumble',
  'Still above ground',
  'Going along nicely',
  'Happy as Larry',
]

export const PEOPLE_WHO_ARE_FINE = [
  ...family(
    'fine: in plain words',
    WELL,
    PLAIN.map((words) => ({ name: words, acts: [...hello('Hello?'), answers(words)] })),
  ),
  ...family(
    'fine: in slang',
    WELL_IF_UNDERSTOOD,
    SLANG.map((words) => ({ name: words, acts: [...hello('Hello?'), answers(words)] })),
  ),
  ...family('fine: early, late, over the end', WELL, [
    { name: 'five seconds after the question', acts: [...hello('Hello?'), answers("I'm fine", 5)] },
    { name: 'slowly', acts: [...hello('Hello?'), answers("I'm fine thank you", 0.8, 4)] },
    {
      name: 'over the end of the question, and again when asked again',
      acts: [...hello('Hello?'), untilOffered('2'), says("I'm fine"), answers("I'm fine")],
    },
    { name: 'at pick-up, and again when asked', acts: [...hello("Yes hello, I'm fine"), answers("I'm fine")] },
    {
      name: 'in the middle of the question, and again when asked',
      acts: [...hello('Hello?'), untilOffered('1'), says('Fine thanks'), answers("I'm fine thanks")],
    },
    { name: 'only at the second question', acts: [...hello('Hello?'), untilAsked, pauses(9), answers("I'm fine")] },
    { name: 'after "what?"', acts: [...hello('Hello?'), untilAsked, says('What?'), answers('All good here')] },
  ]),
  ...family('fine: early, late, over the end', NO_ANSWER, [
    {
      name: 'in the middle of the question alone',
      acts: [...hello('Hello?'), untilOffered('1'), says("Yes I'm fine")],
    },
    {
      name: 'while it is said who rings, alone',
      acts: [waits({ kind: 'words', pattern: 'Cooee' }), says("I'm fine thank you")],
    },
    {
      name: 'at pick-up, in pieces, alone',
      acts: [pauses(0.4), says('Yes'), pauses(1.4), says("I'm fine"), pauses(1.6), says('thank you')],
    },
  ]),
  ...family('fine: after words nobody understood', WELL, [
    {
      name: 'a story first',
      acts: [...hello('Hello?'), ...answersOnce('The tomatoes are coming along'), answers("I'm fine")],
    },
  ]),
]
