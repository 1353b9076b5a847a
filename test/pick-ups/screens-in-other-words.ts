import {
  type Act,
  hangsUp,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  waits,
} from '#simulators/twilio/phone/phone-script.ts'
import { answers, family, HELP, NO_ANSWER, NOBODY, pressesWhenOffered, WELL } from './pick-up.ts'

const screen = (words: string): Act[] => [pauses(0.5), says(words), waits({ kind: 'caller-spoke' }, 12)]
const IPHONE = "Hi, if you record your name and reason for calling, I'll see if this person is available."
const PIXEL =
  "Hi, the person you're calling is using a screening service from Google. Go ahead and say your name and why you're calling."
const SAMSUNG = 'Hello, this is Bixby. Please state who you are and the purpose of your call.'
const CARRIER = 'To connect your call, please say your name after the tone.'
const TRUECALLER = "Hi, this is Truecaller's digital assistant for Margaret. Who's calling and what is it about?"
const DECT =
  'This number is protected by a call blocker. If you are a friend or family, please say your name and press the hash key.'
const SERVICE =
  "The number you are calling uses call protection. Please announce yourself after the tone and I'll try to connect you."

const WORDINGS = [
  ['iPhone', IPHONE],
  ['Pixel', PIXEL],
  ['Samsung', SAMSUNG],
  ['carrier', CARRIER],
  ['Truecaller', TRUECALLER],
  ['call blocker of a cordless phone', DECT],
  ['call protection service', SERVICE],
] as const

export const SCREENS_IN_OTHER_WORDS = [
  ...family(
    'screens in other words, then the person',
    WELL,
    WORDINGS.map(([name, words]) => ({
      name,
      acts: [
        ...screen(words),
        pauses(1),
        says('Thanks, please stay on the line'),
        pauses(6),
        says('Hello?'),
        pressesWhenOffered('1', 2),
      ],
    })),
  ),
  ...family(
    'screens in other words, then nobody',
    NOBODY,
    WORDINGS.map(([name, words]) => ({
      name,
      acts: [
        ...screen(words),
        pauses(8),
        says("This person isn't available. Please leave a message after the tone."),
        pauses(2),
      ],
    })),
  ),
  ...family('screens that hang up', NO_ANSWER, [
    { name: 'iPhone declines at once', acts: [...screen(IPHONE), pauses(1), hangsUp] },
    {
      name: 'Pixel says please remove this number',
      acts: [
        ...screen(PIXEL),
        pauses(2),
        says('Please remove this number from your mailing and contact list. Thanks and goodbye.'),
        hangsUp,
      ],
    },
  ]),
  ...family('screens, then a person who needs help', HELP, [
    {
      name: 'presses 2',
      acts: [
        ...screen(IPHONE),
        pauses(1),
        says('Thanks, please stay on the line'),
        pauses(5),
        says('Hello'),
        pressesWhenOffered('2'),
      ],
    },
    {
      name: 'says help',
      acts: [
        ...screen(PIXEL),
        pauses(5),
        says('Yes hello'),
        repeats([untilAsked, pauses(0.7), says('I need help please')]),
      ],
      detection: { verdict: 'human', at: 2 },
    },
  ]),
  ...family('screens, then a person in words', WELL, [
    {
      name: 'says she is fine, human',
      acts: [...screen(CARRIER), pauses(4), says('Hello?'), answers("I'm fine")],
      detection: { verdict: 'human', at: 2 },
    },
    {
      name: 'takes over while the screen is answered',
      acts: [...screen(IPHONE).slice(0, 2), pauses(3), says("Oh hello, I'm here, who is it?"), pressesWhenOffered('1')],
    },
    {
      name: 'hello three times',
      acts: [
        ...screen(SAMSUNG),
        pauses(3),
        says('Hello?'),
        pauses(1),
        says('Hello?'),
        pauses(1),
        says('Hello?'),
        pressesWhenOffered('1'),
      ],
    },
    {
      name: 'asks for a second announcement',
      acts: [
        ...screen(TRUECALLER),
        pauses(3),
        says("I'm sorry, could you repeat that? Who's calling please?"),
        pauses(8),
        says('Hello, Margaret speaking'),
        pressesWhenOffered('1'),
      ],
    },
  ]),
  ...family('screens that ask for a key', NOBODY, [
    { name: 'presses a tone itself', acts: [...screen(DECT), presses('#'), pauses(20)] },
  ]),
]
