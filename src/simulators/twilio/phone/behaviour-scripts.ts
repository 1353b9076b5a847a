import type { Chance } from '../chance.ts'
import type { CallBehaviour, PickUp } from './behaviour.ts'
import {
  type Act,
  beeps,
  type Detection,
  hangsUp,
  type PhoneScript,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilGoodbye,
  untilOffered,
  waits,
} from './phone-script.ts'

/** A behaviour in which somebody, or something, takes the phone. */
export type AnsweringBehaviour = Exclude<
  CallBehaviour,
  { kind: 'by-hand' } | { kind: 'rings-out' } | { kind: 'busy' } | { kind: 'unreachable' }
>

/** How well the provider's detection does with a phone: `wrong` where an error of its changes nothing of the ending. */
type Errors = 'right' | 'wrong'

/**
 * What happens on a phone that behaves like this. Chance decides greetings, pauses, and how the provider's machine detection
 * errs, never how such a call has to end.
 * @param hasRung false for somebody who rang the account: they listen first
 */
export function scriptOf(behaviour: AnsweringBehaviour, chance: Chance, hasRung: boolean): PhoneScript {
  switch (behaviour.kind) {
    case 'script':
      return behaviour.script
    case 'presses':
      return {
        acts: [...hello(chance, hasRung), ...keyPresser(behaviour.keys, chance)],
        ...(behaviour.keys.startsWith('1') ? {} : { background: agreesToCalls }),
        ...errors(chance, 'wrong'),
      }
    case 'says':
      return {
        acts: [...hello(chance, hasRung), ...speaker(behaviour.words, chance)],
        background: agreesToCalls,
        ...errors(chance, 'right'),
      }
    case 'silent':
      return { acts: hello(chance, hasRung), ...errors(chance, 'right') }
    case 'hangs-up':
      // Who rang waits until they are answered.
      if (!hasRung) return { acts: [waits({ kind: 'words', pattern: '^' }), hangsUp] }
      return { acts: chance.happens(0.5) ? [hangsUp] : [pauses(0.5), says('Hello?'), hangsUp] }
    case 'machine':
      return { acts: machine(chance), ...machineErrors(chance) }
    default:
      return pickUp(behaviour.kind, chance)
  }
}

function pickUp(kind: PickUp, chance: Chance): PhoneScript {
  switch (kind) {
    case 'says-hello':
      return { acts: [pauses(0.6), says('Hello?'), ...keyPresser('1', chance)], ...errors(chance, 'wrong') }
    case 'voicemail':
      return {
        acts: [
          pauses(0.5),
          says("Hi, this is Margaret. I can't come to the phone right now."),
          pauses(0.7),
          says("Leave me a message after the beep and I'll ring you back."),
          pauses(0.5),
          beeps,
        ],
        ...machineErrors(chance),
      }
    case 'screens-calls':
      return { acts: [...screen(chance), pauses(0.8), says('Hello?'), ...keyPresser('1', chance)] }
    case 'not-understood':
      return {
        acts: [
          ...hello(chance, true),
          ...answersInWords(
            'The marmalade is on the verandah with the blue one',
            'Wednesday they took the long paddock',
            'Seventeen jars and a wheelbarrow',
          ),
        ],
        ...errors(chance, 'right'),
      }
    case 'says-two':
      return {
        acts: [...hello(chance, true), ...speaker('two', chance)],
        background: agreesToCalls,
        ...errors(chance, 'right'),
      }
    case 'slow-person':
      return {
        acts: [
          pauses(0.8),
          says('Hello, this is Margaret Hartley speaking, who is calling please', 6),
          repeats([untilOffered('1'), pauses(chance.between(2.5, 4.5)), presses('1')]),
        ],
      }
    case 'presses-hash':
      return { acts: [...hello(chance, true), ...keyPresser('#', chance)], ...errors(chance, 'right') }
    case 'reception':
      return { acts: [pauses(0.4), says('Riverside Lodge, how can I help you?', 2.2)], ...errors(chance, 'right') }
    case 'declines':
      return { acts: [...hello(chance, true), ...keyPresser('9', chance)], ...errors(chance, 'right') }
    case 'agrees-late':
      return { acts: [...hello(chance, true), ...keyPresser('1', chance)], ...errors(chance, 'right') }
    case 'stops-calls':
      return {
        acts: [
          ...hello(chance, true),
          untilOffered('2'),
          pauses(1),
          presses('9'),
          untilOffered('9'),
          pauses(1),
          presses('9'),
        ],
        background: agreesToCalls,
        ...errors(chance, 'right'),
      }
    case 'talks':
      return {
        acts: [...hello(chance, true), ...chats(...SMALL_TALK, 'Well, goodbye now')],
        background: agreesToAll,
        ...errors(chance, 'right'),
      }
    case 'talk-helps':
      return {
        acts: [
          ...hello(chance, true),
          ...chats('The roses are out in the garden', "I've had a fall and I can't get up"),
          repeats([untilAsked, pauses(0.6), says('yes, help please')]),
        ],
        background: agreesToAll,
        ...errors(chance, 'right'),
      }
    case 'talk-declines':
      return {
        acts: [...hello(chance, true), untilOffered('9'), pauses(1), presses('9'), ...keyPresser('1', chance)],
        ...errors(chance, 'right'),
      }
    case 'talk-silent':
      return {
        acts: [
          ...hello(chance, true),
          waits({ kind: 'words', pattern: 'how are you today|press 1, or just' }),
          ...afterTalk(chance),
        ],
        background: agreesToAll,
        ...errors(chance, 'right'),
      }
    case 'talk-drops':
      return {
        acts: [...hello(chance, true), ...chats('The roses are out in the garden', 'Well, goodbye now')],
        background: agreesToAllAndAnswers,
        ...errors(chance, 'right'),
      }
    case 'second-thought':
      return {
        acts: [
          ...hello(chance, true),
          untilAsked,
          pauses(0.6),
          says("I'm fine"),
          untilGoodbye,
          pauses(0.8),
          says("but I've had a fall"),
          repeats([untilAsked, pauses(0.6), says('yes, help please')]),
        ],
        ...errors(chance, 'right'),
      }
  }
}

/** How people take a phone: most say something at once. Who rang the account listens. */
function hello(chance: Chance, hasRung: boolean): Act[] {
  if (!hasRung) return []
  const words = chance.oneOf(['Hello?', 'Hello, Margaret speaking.', 'Yes, hello?', 'Hello.', null])
  return words === null ? [pauses(1)] : [pauses(chance.between(0.3, 1.2)), says(words)]
}

/** Presses 1 when asked whether calls are all right, whatever the phone does otherwise. */
const agreesToCalls: Act[] = [repeats([waits({ kind: 'words', pattern: '1 if that is all right' }), presses('1')])]

/** The same, and to talks. */
const agreesToAll: Act[] = [
  repeats([
    waits({ kind: 'words', pattern: '1 if (?:that is all right|you would like that|I may record)' }),
    presses('1'),
  ]),
]

/** The same, and that all is well, at the plain question. */
const agreesToAllAndAnswers: Act[] = [
  repeats([
    waits({ kind: 'words', pattern: '1 if (?:that is all right|you would like that|I may record)|press 1, or' }),
    pauses(1),
    presses('1'),
  ]),
]

const SMALL_TALK = [
  "I'm very well thank you",
  'The roses are out in the garden',
  'My grandson came for lunch on Sunday',
]

/** Says one thing after the other, each once Cooee has spoken and is silent. */
function chats(...turns: string[]): Act[] {
  return turns.flatMap((words) => [waits({ kind: 'caller-spoke' }), pauses(0.5), says(words)])
}

/** Presses 1 at the plain question, not at the first words of a talk. */
function afterTalk(chance: Chance): Act[] {
  return [
    repeats([
      waits({ kind: 'words', pattern: 'press 1, or just say|press 1, or say' }),
      pauses(chance.between(0.4, 2)),
      presses('1'),
    ]),
  ]
}

/** Presses once a key is offered, as often as one is. */
function keyPresser(keys: string, chance: Chance): Act[] {
  const thinks = chance.between(0.4, 2)
  return [repeats([untilOffered(keys.at(0)), pauses(thinks), presses(keys)])]
}

/** Says the same after every question. */
function speaker(words: string, chance: Chance): Act[] {
  return [repeats([untilAsked, pauses(chance.between(0.4, 1)), says(words)])]
}

function answersInWords(...answers: string[]): Act[] {
  return answers.flatMap((words) => [untilAsked, pauses(0.7), says(words)])
}

/** A machine in pieces, with a beep. Some hang up when nothing more comes. */
function machine(chance: Chance): Act[] {
  const [first, second] = chance.oneOf([
    ["You've reached Margaret.", 'Please leave a message after the tone.'],
    [
      "Hello, I can't come to the phone right now.",
      "Please leave your name and number after the beep and I'll call you back.",
    ],
    ['The person you are calling is not available.', 'Please leave a message after the tone.'],
    ['Hi, you have called Margaret and Bill.', "We're out in the garden, so leave us a message."],
  ])
  return [
    pauses(chance.between(0.3, 1.5)),
    says(first),
    pauses(chance.between(0.3, 1)),
    says(second),
    pauses(chance.between(0.2, 1)),
    beeps,
  ]
}

/** Asks who is calling, waits for an answer, and rings the person; without one it hangs up. */
function screen(chance: Chance): Act[] {
  return [
    pauses(0.4),
    says("Hi. If you record your name and reason for calling, I'll see if this person is available."),
    waits({ kind: 'caller-spoke' }, 15, [says('Goodbye.'), hangsUp]),
    says('Thanks. Please stay on the line.'),
    pauses(chance.between(4, 9)),
  ]
}

/** How the verdict on a person goes astray. */
function errors(chance: Chance, most: Errors): { detection?: Detection } {
  const error = chance.next()
  if (error < 0.12) return { detection: { lateSeconds: chance.between(4, 10) } }
  if (error < 0.24) return { detection: { times: 2 } }
  if (error < 0.36) return { detection: { times: 0 } }
  if (error < 0.48 && most === 'wrong')
    return { detection: { verdict: 'machine_end_silence', at: chance.between(3, 9) } }
  return {}
}

/** How the verdict on a machine goes astray. */
function machineErrors(chance: Chance): { detection?: Detection } {
  const error = chance.next()
  if (error < 0.12) return { detection: { lateSeconds: chance.between(2, 6) } }
  if (error < 0.24) return { detection: { times: 2 } }
  if (error < 0.32) return { detection: { times: 0 } }
  if (error < 0.4) return { detection: { verdict: 'human', at: chance.between(1.5, 4) } }
  return {}
}
