import {
  hangsUp,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilOffered,
  waits,
} from '#simulators/twilio/phone/phone-script.ts'
import { answers, family, hello, NO_ANSWER, pressesWhenOffered, UNCLEAR, WELL, WELL_IF_UNDERSTOOD } from './pick-up.ts'

const HELLOS = [
  'Hello?',
  'Yes?',
  'Yeah?',
  'Hello, Hartley residence.',
  'Margaret speaking.',
  "G'day.",
  'Good morning, Margaret Hartley here.',
  'Hello. Hello?',
  'Okay.',
  'Righto, I am here.',
  'Hello? Is that you Robyn?',
  'Yes yes, I am coming.',
]

/** What is said at the pick-up is never an answer, whatever it is. */
const SAID_TOO_EARLY = [
  'Yes, hello.',
  'Yeah, okay.',
  "Oh hello love, yes I'm fine.",
  'All good here.',
  'One.',
  'Yes.',
  'Can I help you?',
  'Fine.',
]

export const PEOPLE_WHO_ANSWER = [
  ...family(
    'person: greets, then presses 1',
    WELL,
    HELLOS.map((words, index) => ({
      name: words,
      acts: [...hello(words), pressesWhenOffered('1', 0.3 + (index % 4))],
    })),
  ),
  ...family('person: greets, then presses 1', WELL, [
    { name: 'says nothing, presses at once', acts: [pressesWhenOffered('1', 0.1)] },
    {
      name: 'speaks long, and is taken for a machine',
      acts: [
        ...hello('Hello this is Margaret Hartley speaking who is calling please', 5.5),
        pressesWhenOffered('1', 3),
      ],
    },
    { name: 'presses only at the second question', acts: [...hello('Hello?'), untilAsked, pressesWhenOffered('1', 1)] },
    {
      name: 'presses seven seconds after the question',
      acts: [...hello('Hello?'), repeats([untilAsked, pauses(6.5), presses('1')])],
    },
    { name: 'coughs and rustles first', acts: [pauses(2.5), says('Hang on. There.'), pressesWhenOffered('1', 2)] },
    {
      name: 'repeats herself until she hears something',
      acts: [
        ...hello('Hello?'),
        pauses(1),
        says('Hello?'),
        pauses(1.2),
        says('Hello, is anybody there?'),
        pressesWhenOffered('1'),
      ],
    },
  ]),
  ...family('person: asks who it is', WELL, [
    {
      name: 'who is this',
      acts: [...hello('Hello?'), untilAsked, pauses(0.5), says('Who is this?'), pressesWhenOffered('1')],
    },
    {
      name: 'who is this, twice',
      acts: [
        ...hello('Hello?'),
        untilAsked,
        says('Who is this please?'),
        untilAsked,
        says('Who?'),
        pressesWhenOffered('1'),
      ],
    },
    {
      name: 'interrupts to ask',
      acts: [...hello('Yes?'), untilOffered('1'), says('Hang on, who is calling?'), pressesWhenOffered('1', 2)],
    },
    { name: 'pardon', acts: [...hello('Hello?'), untilAsked, pauses(0.4), says('Pardon?'), pressesWhenOffered('1')] },
    {
      name: 'what, three times',
      acts: [
        ...hello('What?'),
        untilAsked,
        says('What?'),
        untilAsked,
        says('What did you say?'),
        pressesWhenOffered('1'),
      ],
    },
    {
      name: 'say that again',
      acts: [
        ...hello('Hello'),
        untilAsked,
        pauses(1),
        says('Could you say that again please?'),
        pressesWhenOffered('1'),
      ],
    },
    {
      name: 'sorry love, speak up',
      acts: [
        ...hello('Hello'),
        untilAsked,
        pauses(1),
        says('Sorry love, speak up, I cannot hear you'),
        pressesWhenOffered('1'),
      ],
    },
    {
      name: 'is this a recording, then says fine',
      acts: [...hello('Hello'), untilAsked, pauses(0.5), says('Is this a recording?'), answers("I'm fine thank you")],
    },
  ]),
  ...family('person: hold on', WELL, [
    { name: 'hang on, puts the glasses on', acts: [...hello('Hang on a minute'), pauses(9), pressesWhenOffered('1')] },
    {
      name: 'one moment',
      acts: [...hello('One moment please.'), pauses(6), says('Yes, here I am.'), pressesWhenOffered('1')],
    },
    {
      name: 'hang on at the question',
      acts: [...hello('Hello?'), untilAsked, says('Hang on, I will turn the radio down'), pressesWhenOffered('1', 5)],
    },
    {
      name: 'somebody else fetches her',
      acts: [
        ...hello("She's in the garden, I'll get her."),
        pauses(12),
        says('Hello, Margaret here.'),
        pressesWhenOffered('1'),
      ],
    },
  ]),
  ...family('person: hold on', NO_ANSWER, [
    { name: 'fetches her and never comes back', acts: [...hello("Hold on, I'll get her.")] },
    { name: 'hang on, then hangs up', acts: [...hello('Hang on.'), pauses(15), hangsUp] },
  ]),
  ...family(
    'person: speaks at pick-up alone',
    NO_ANSWER,
    SAID_TOO_EARLY.map((words) => ({ name: words, acts: hello(words) })),
  ),
  // So long that the provider takes it for a machine's greeting: then the call may end as voicemail.
  ...family(
    'person: speaks at pick-up alone',
    { ...NO_ANSWER, mayEndAs: ['missed', 'voicemail'] },
    ["I'm very well thank you, who's speaking?", 'No thank you, we do not need any help.'].map((words) => ({
      name: words,
      acts: hello(words),
    })),
  ),
  ...family('person: speaks at pick-up alone', NO_ANSWER, [
    { name: "I'm fine, over the greeting, then silence", acts: [pauses(2.6), says("Yes yes I'm fine")] },
    { name: 'yes, while it is said who rings', acts: [waits({ kind: 'words', pattern: 'Cooee' }), says('Yes.')] },
    { name: 'okay, and hangs up before the question', acts: [...hello('Okay.'), pauses(2), hangsUp] },
    { name: 'hangs up during the question', acts: [...hello('Hello?'), untilOffered('1'), hangsUp] },
    { name: 'hangs up after the question', acts: [...hello('Hello?'), untilAsked, pauses(2), hangsUp] },
  ]),
  ...family('person: hard of hearing', WELL, [
    {
      name: 'hello after every question, then a key',
      acts: [...hello('Hello?'), untilAsked, says('Hello?'), untilAsked, says('Hello?'), pressesWhenOffered('1')],
    },
    {
      name: 'hello over the question again and again',
      acts: [repeats([pauses(3), says('Hello?')], 4), pressesWhenOffered('1')],
    },
  ]),
  ...family('person: hard of hearing', NO_ANSWER, [
    { name: 'nothing but hello', acts: [...hello('Hello?'), answers('Hello?')] },
    {
      name: 'hello, hello, and hangs up',
      acts: [...hello('Hello? Hello?'), untilAsked, says('Hello?'), pauses(3), hangsUp],
    },
  ]),
  ...family('person: confused', UNCLEAR, [
    { name: 'the marmalade', acts: [...hello('Hello?'), answers('The marmalade is in the shed')] },
    { name: 'talks to the dog', acts: [...hello('Hello?'), answers('Get down Bluey, down, there is a good boy')] },
    { name: 'the bus', acts: [...hello('Yes?'), answers('Does the number nine still go past the post office')] },
    {
      name: 'long stories',
      acts: [
        ...hello('Hello dear'),
        answers('Your father took the long paddock that year and we had sheep then', 0.5, 7),
      ],
    },
    { name: 'another language', acts: [...hello('Pronto?'), answers('Non ho capito cosa devo fare')] },
    { name: 'for somebody else', acts: [...hello('Hello'), answers('You want the people at number forty three')] },
  ]),
  ...family('person: confused', WELL_IF_UNDERSTOOD, [
    {
      name: 'a story, then a key',
      acts: [
        ...hello('Hello'),
        untilAsked,
        says('The roses are out'),
        untilAsked,
        says('What lovely weather'),
        pressesWhenOffered('1'),
      ],
    },
  ]),
]
