import type { AttemptOutcome, CallType, FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { IncidentCause } from '#core/escalation/incident-cause.ts'

/** What should come of a call. */
export interface Expected {
  status: FinalStatus
  outcome: AttemptOutcome
  /** Why somebody is notified; null where nobody is. */
  cause: IncidentCause | null
}

/** One call of the drill. */
export interface Situation {
  title: string
  /** Which of the three phones rings: an iPhone, an Android phone, a landline with voicemail. */
  phone: 1 | 2 | 3
  /** What the person with the phone does. */
  instruction: string
  callType: CallType
  expected: Expected
  /** The last two digits of the sandbox phone that does the same. */
  sandboxEnding: string
}

const WELL: Expected = { status: 'completed', outcome: 'acknowledged', cause: null }
const HELP: Expected = { status: 'completed', outcome: 'help', cause: 'help' }
const daily = { callType: 'daily_check_in' } as const

/** In the order in which they are played. There is one try for each: nobody is called again. */
export const SITUATIONS: readonly Situation[] = [
  {
    ...daily,
    title: 'Pick up and press 1',
    phone: 2,
    instruction: 'Pick up and say "Hello?". When you are asked, press 1.',
    expected: WELL,
    sandboxEnding: '31',
  },
  {
    ...daily,
    title: 'Ask for help with a key',
    phone: 2,
    instruction: 'Pick up. When you are asked, press 2.',
    expected: HELP,
    sandboxEnding: '04',
  },
  {
    ...daily,
    title: 'Ask for help in a word',
    phone: 3,
    instruction: 'Pick up and say "Hello?". When you have been asked to the end, say "two".',
    expected: HELP,
    sandboxEnding: '35',
  },
  {
    ...daily,
    title: 'Let the voicemail answer',
    phone: 3,
    instruction: 'Do not pick up: let the voicemail answer. Listen afterwards to what was left on it.',
    expected: { status: 'voicemail', outcome: 'machine', cause: 'not_reached' },
    sandboxEnding: '32',
  },
  {
    ...daily,
    title: 'Let an iPhone screen the call',
    phone: 1,
    instruction:
      'Screening of unknown callers is on. Let the phone ask who is calling, then take the call; press 1 when you are asked.',
    expected: WELL,
    sandboxEnding: '33',
  },
  {
    ...daily,
    title: 'Say what nobody understands',
    phone: 2,
    instruction:
      'Pick up. After each question say something beside the point, such as "The marmalade is on the verandah".',
    expected: { status: 'missed', outcome: 'not_understood', cause: 'unclear' },
    sandboxEnding: '34',
  },
  {
    ...daily,
    title: 'Be slow, and be taken for a machine',
    phone: 3,
    instruction:
      'Pick up and say slowly "Hello, this is Margaret Hartley speaking, who is calling please". Press 1 when you are asked, a few seconds late.',
    expected: WELL,
    sandboxEnding: '36',
  },
  {
    title: 'Press any key to a wake-up call',
    phone: 2,
    instruction: 'Pick up. When you are asked, press hash (#).',
    callType: 'wake_up_call',
    expected: WELL,
    sandboxEnding: '37',
  },
  {
    ...daily,
    title: 'Be a reception',
    phone: 3,
    instruction: 'Pick up, say "Riverside Lodge, how can I help you?", and then nothing more.',
    expected: { status: 'missed', outcome: 'no_response', cause: 'not_reached' },
    sandboxEnding: '38',
  },
  {
    ...daily,
    title: 'Think again during the goodbye',
    phone: 1,
    instruction:
      'Pick up. When you have been asked, say "I\'m fine". While you are thanked, say "but I\'ve had a fall". If you are asked whether you asked for help, say yes.',
    expected: HELP,
    sandboxEnding: '39',
  },
]
