import {
  type Act,
  hangsUp,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilGoodbye,
  untilOffered,
} from '#simulators/twilio/phone/phone-script.ts'
import { family, HELP, hello, NO_ANSWER, NOISE, pressesWhenOffered, SAYS_NO, UNCLEAR, WELL } from './pick-up.ts'

const HUMAN = { verdict: 'human', at: 1.5 } as const
const television = (...lines: string[]): Act[] => [repeats(lines.flatMap((each) => [says(each), pauses(1.2)]))]

export const ROOMS_WITH_NOISE = [
  ...family('rooms with noise and nobody who answers', NOISE, [
    { name: 'a quiz', acts: television('Is it one or is it two?', 'Number one! Yes! Correct!') },
    {
      name: 'talkback radio',
      acts: television("You're on air, how are you?", "I'm fine thanks John, first time caller", 'Yes, go ahead'),
    },
    { name: 'a parrot', acts: [repeats([pauses(3), says('Hello! Hello cocky! Dance cocky!')])] },
    {
      name: 'advertisement',
      acts: television('Need help with your bills? Call now', 'Yes! I am fine with Fineline insurance'),
    },
  ]),
  ...family('a person beside the noise', WELL, [
    {
      name: 'presses 1 beside a barking dog',
      acts: [...hello('Hello? Quiet Bluey!'), untilAsked, says('Get down!'), pauses(1), presses('1')],
    },
  ]),
  ...family('keys at odd moments', WELL, [
    {
      name: '1 at pick-up and again after the question',
      acts: [pauses(0.3), presses('1'), untilAsked, pauses(1), presses('1')],
    },
    { name: '11', acts: [...hello('Hello?'), pressesWhenOffered('11')] },
    { name: '1#', acts: [...hello('Hello?'), pressesWhenOffered('1#')] },
    { name: '1 inside the question, then silence', acts: [...hello('Hello?'), untilOffered('1'), presses('1')] },
    {
      name: '0 then 1',
      acts: [...hello('Hello?'), untilAsked, pauses(1), presses('0'), untilAsked, pauses(1), presses('1')],
    },
    {
      name: '3 then 1',
      acts: [...hello('Hello?'), untilAsked, pauses(1), presses('3'), untilAsked, pauses(1), presses('1')],
    },
    {
      name: '1 and a machine reported late, twice',
      acts: [...hello('Hello?'), pressesWhenOffered('1')],
      detection: { verdict: 'machine_end_beep', at: 25, times: 2 },
    },
    {
      name: '1 and a fax reported late',
      acts: [...hello('Hello?'), pressesWhenOffered('1')],
      detection: { verdict: 'fax', at: 24 },
    },
    { name: '* at a wake-up call', acts: [...hello('Hello?'), pressesWhenOffered('*')], callType: 'wake_up_call' },
    {
      name: '7 at a wake-up call',
      acts: [...hello('Hello?'), untilAsked, pauses(2), presses('7')],
      callType: 'wake_up_call',
    },
    {
      name: 'key after message of a machine by verdict only',
      acts: [...hello('Hello'), pauses(2), pressesWhenOffered('1', 2)],
      detection: { verdict: 'machine_end_silence', at: 3 },
    },
  ]),
  ...family('keys that ask for help', HELP, [
    { name: '22', acts: [...hello('Hello?'), pressesWhenOffered('22')] },
    { name: '2#', acts: [...hello('Hello?'), pressesWhenOffered('2#')] },
    { name: '21', acts: [...hello('Hello?'), pressesWhenOffered('21')] },
    { name: '2 and hangs up', acts: [...hello('Hello?'), untilOffered('2'), presses('2'), hangsUp] },
    {
      name: '1, then 2 in the goodbye',
      acts: [...hello('Hello?'), untilAsked, pauses(0.5), presses('1'), untilGoodbye, pauses(1.5), presses('2')],
    },
    {
      name: '2 and a machine reported late',
      acts: [...hello('Hello?'), pressesWhenOffered('2')],
      detection: { verdict: 'machine_end_beep', at: 25 },
    },
    {
      name: '2 and a fax reported late',
      acts: [...hello('Hello?'), pressesWhenOffered('2')],
      detection: { verdict: 'fax', at: 25 },
    },
    { name: '3 at a reminder', acts: [...hello('Hello?'), pressesWhenOffered('3')], callType: 'medication_reminder' },
  ]),
  ...family('keys that answer nothing', NO_ANSWER, [
    { name: '1 before anything was said', acts: [pauses(0.2), presses('1')] },
    { name: '2 before anything was said', acts: [pauses(0.2), presses('2')] },
    { name: '1 at pick-up, hangs up', acts: [pauses(0.2), presses('1'), pauses(0.5), hangsUp] },
    { name: 'a child plays with zero', acts: [repeats([pauses(1), presses('0')], 30)] },
  ]),
  ...family('asks not to be called', SAYS_NO, [
    { name: 'nine, nine, nine', acts: [...hello('Hello?'), pressesWhenOffered('999')] },
  ]),
  ...family('speech over the prompts', UNCLEAR, [
    {
      name: 'talks without end about the weather',
      acts: [repeats([says('And then the rain came in under the door and I said to Bill', 5), pauses(0.5)])],
      detection: HUMAN,
    },
  ]),
  ...family('silence after a hello', NO_ANSWER, [
    { name: 'hello, and puts the phone down beside her', acts: hello('Hello?') },
    {
      name: 'hello hello, cannot hear, hangs up',
      acts: [...hello('Hello? Hello?'), pauses(4), says("I can't hear you"), hangsUp],
    },
    { name: 'only ever hello', acts: [repeats([untilAsked, pauses(0.6), says('Hello?')])], detection: HUMAN },
    {
      name: 'only ever who is this',
      acts: [repeats([untilAsked, pauses(0.6), says('Who is this?')])],
      detection: HUMAN,
    },
  ]),
]
