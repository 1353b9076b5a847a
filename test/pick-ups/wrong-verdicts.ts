import { type Act, beeps, type Detection, pauses, says } from '#simulators/twilio/phone/phone-script.ts'
import {
  answers,
  family,
  HELP,
  HELP_SOMEHOW,
  hello,
  MACHINE,
  type PickUp,
  pressesWhenOffered,
  type Truth,
  WELL,
} from './pick-up.ts'

const PRESSES: Act[] = [...hello('Hello?'), pressesWhenOffered('1')]
const ASKS_FOR_HELP: Act[] = [...hello('Hello?'), pressesWhenOffered('2')]
const SAYS_FINE: Act[] = [...hello('Hello?'), answers("I'm fine")]
const SAYS_HELP: Act[] = [...hello('Hello?'), answers("help, I've had a fall")]
const PERSONAL: Act[] = [
  pauses(0.5),
  says("Hi, this is Margaret, I can't come to the phone right now."),
  pauses(0.6),
  says('Please leave a message after the beep.'),
  pauses(0.4),
  beeps,
]
const CARRIER: Act[] = [
  pauses(0.5),
  says('The person you are calling is not available. Please leave a message after the tone.'),
  pauses(0.4),
  beeps,
]

const MISTAKES: Record<string, Detection> = {
  'human at 2 s': { verdict: 'human', at: 2 },
  'machine_end_silence at 3 s': { verdict: 'machine_end_silence', at: 3 },
  'machine_end_beep at 8 s': { verdict: 'machine_end_beep', at: 8 },
  'machine_end_other at 14 s': { verdict: 'machine_end_other', at: 14 },
  'ten seconds late': { lateSeconds: 10 },
  'forty seconds late': { lateSeconds: 40 },
  twice: { times: 2 },
  'machine, twice': { verdict: 'machine_end_silence', at: 5, times: 2 },
  missing: { times: 0 },
  unknown: { verdict: 'unknown', at: 5 },
}
const isMachine = ({ verdict }: Detection) => verdict?.startsWith('machine') ?? false

function crossed(name: string, acts: Act[], truth: (detection: Detection) => Truth): PickUp[] {
  return Object.entries(MISTAKES).flatMap(([mistake, detection]) =>
    family(`verdicts: ${name}`, truth(detection), [{ name: mistake, acts, detection }]),
  )
}

/** No question has been asked to its end by then. */
const BEFORE_ANY_ANSWER_SECONDS = 5

/** Words of a person who is detected as a machine are no all-clear; with a later verdict either result is right. */
function takenForMachine({ at = 0 }: Detection): Truth {
  const isBeforeAnyAnswer = at <= BEFORE_ANY_ANSWER_SECONDS
  return {
    mayEndAs: isBeforeAnyAnswer ? ['missed', 'voicemail'] : ['completed', 'missed', 'voicemail'],
    never: isBeforeAnyAnswer ? ['all_clear', 'alarm', 'uncertain_alarm'] : ['alarm', 'uncertain_alarm'],
    mustNotify: ['not_reached', 'unclear'],
  }
}

export const WRONG_VERDICTS = [
  ...crossed('presses 1', PRESSES, () => WELL),
  ...crossed('presses 2', ASKS_FOR_HELP, () => HELP),
  ...crossed('says fine', SAYS_FINE, (detection) => (isMachine(detection) ? takenForMachine(detection) : WELL)),
  ...crossed('says help', SAYS_HELP, (detection) => (detection.verdict === 'human' ? HELP : HELP_SOMEHOW)),
  ...crossed('personal voicemail', PERSONAL, () => MACHINE),
  ...crossed('carrier’s voicemail', CARRIER, () => MACHINE),
]
