import {
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilGoodbye,
  untilOffered,
} from '#simulators/twilio/phone/phone-script.ts'
import { family, HELP, hello, NO_ANSWER, pressesWhenOffered, WELL } from './pick-up.ts'

export const KEYS = [
  ...family('keys: early', NO_ANSWER, [
    { name: '1 at pick-up, then nothing', acts: [pauses(0.3), presses('1')] },
    { name: '1 while it is said who rings, then nothing', acts: [pauses(2.8), presses('1')] },
    { name: '2 at pick-up, then nothing', acts: [pauses(0.5), presses('2')] },
    { name: '# at pick-up, then nothing', acts: [pauses(0.5), presses('#')] },
    { name: 'the phone’s own beeps on a cheek', acts: [pauses(0.2), presses('3695'), pauses(1), says('Hello?')] },
  ]),
  ...family('keys: early', WELL, [
    { name: '1 at pick-up and again when asked', acts: [pauses(0.3), presses('1'), pressesWhenOffered('1')] },
    { name: '1 at the first word of the offer', acts: [pressesWhenOffered('1', 0)] },
    {
      name: '1 before and after',
      acts: [pauses(2), presses('1'), pauses(2), presses('1'), pressesWhenOffered('1', 1.5)],
    },
  ]),
  ...family('keys: twice and several', WELL, [
    { name: '1 twice', acts: [...hello('Hello?'), pressesWhenOffered('11')] },
    { name: '1 and hash', acts: [...hello('Hello?'), pressesWhenOffered('1#')] },
    {
      name: '1 again during the goodbye',
      acts: [...hello('Hello?'), untilOffered('1'), presses('1'), untilGoodbye, pauses(0.5), presses('1')],
    },
    {
      name: '7, then 1 when asked again',
      acts: [...hello('Hello?'), untilOffered('1'), presses('7'), pressesWhenOffered('1')],
    },
    {
      name: 'hash, then 1 when asked again',
      acts: [...hello('Hello?'), untilOffered('1'), presses('#'), pressesWhenOffered('1')],
    },
    {
      name: 'star, then 1 when asked again',
      acts: [...hello('Hello?'), untilOffered('1'), presses('*'), pressesWhenOffered('1')],
    },
    {
      name: '0, then 1 when asked again',
      acts: [...hello('Hello?'), untilOffered('1'), presses('0'), pressesWhenOffered('1')],
    },
  ]),
  ...family('keys: that mean nothing', { ...NO_ANSWER, mustNotify: ['not_reached', 'unclear'] }, [
    { name: 'nothing but 7', acts: [...hello('Hello?'), repeats([untilOffered('1'), pauses(1), presses('7')])] },
    { name: 'nothing but hash', acts: [...hello('Hello?'), repeats([untilOffered('1'), pauses(1), presses('#')])] },
  ]),
  ...family('keys: a wake-up call takes any', WELL, [
    { name: '#', acts: [...hello('Hello?'), pressesWhenOffered('#')], callType: 'wake_up_call' },
    { name: '*', acts: [...hello('Hello?'), pressesWhenOffered('*')], callType: 'wake_up_call' },
    { name: '0', acts: [...hello('Mm?'), pressesWhenOffered('0', 3)], callType: 'wake_up_call' },
    { name: '5', acts: [pressesWhenOffered('5', 0.2)], callType: 'wake_up_call' },
  ]),
  ...family('keys: a wake-up call takes any', NO_ANSWER, [
    { name: 'a key at pick-up alone', acts: [pauses(0.4), presses('5')], callType: 'wake_up_call' },
  ]),
  ...family('keys: medication', WELL, [
    { name: '1', acts: [...hello('Hello?'), pressesWhenOffered('1')], callType: 'medication_reminder' },
  ]),
  ...family('keys: medication', HELP, [
    { name: '3', acts: [...hello('Hello?'), pressesWhenOffered('3')], callType: 'medication_reminder' },
  ]),
  ...family('keys: medication', NO_ANSWER, [
    {
      name: 'done, said before the question',
      acts: hello('Yes, done, I have had it'),
      callType: 'medication_reminder',
    },
  ]),
  ...family('keys: after a story', WELL, [
    {
      name: 'talks, then presses',
      acts: [...hello('Hello?'), untilAsked, says('Just a tick, which one is it'), pressesWhenOffered('1', 2)],
    },
  ]),
]
