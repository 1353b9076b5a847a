import {
  type Act,
  beeps,
  hangsUp,
  pauses,
  presses,
  repeats,
  says,
  waits,
  whistles,
} from '#simulators/twilio/phone/phone-script.ts'
import {
  answers,
  family,
  HELP_SOMEHOW,
  hello,
  MACHINE,
  NOBODY,
  NOISE,
  pressesWhenOffered,
  type Truth,
  UNCLEAR,
  WELL,
} from './pick-up.ts'

const greeting = (...pieces: string[]): Act[] => [pauses(0.5), ...pieces.flatMap((piece) => [says(piece), pauses(0.6)])]

const PERSONAL = [
  "Hi this is Margaret I can't come to the phone right now",
  "Hello, you've reached Margaret Hartley. Leave a message and I'll get back to you.",
  "This is Margaret. I'm not home, or I'm in the garden. Leave me a message.",
  "G'day, you know what to do. Leave a message after the beep.",
  "Sorry I missed your call. I'm all right, just busy. Leave your number after the tone.",
  'Yes hello. Hello? Just kidding, this is my voicemail, leave a message after the beep.',
  'If this is an emergency, hang up and dial triple zero. Otherwise please leave a message after the tone.',
  "You've called Margaret and Bill. We can't help you just now, please leave a message.",
  "Hi, I'm fine thanks for asking, but I'm out. Leave a message at the tone.",
]
const CARRIER = [
  'The person you are calling is not available. Please leave a message after the tone.',
  'Welcome to MessageBank. Please leave a message after the tone.',
  'You have reached the voicemail of oh four one two three four five six seven eight. Please record your message after the beep.',
  'The mobile you have called is switched off or not in a mobile service area. Please try again later.',
  'You have called a number that is being diverted to voicemail. At the tone please record your message. When you have finished recording you may hang up or press one for more options.',
]
/** What comes after a message, by itself. */
const MENU = [
  pauses(12),
  says('To send your message press one. To listen to it press two. To record again press three.'),
]

const NOBODY_AND_UNCLEAR: Truth = { ...NOBODY, mustNotify: ['not_reached', 'unclear'] }
/** Words that a machine plays and that do not show that it is one. */
const SPOKEN_TO_BY_NOBODY: Truth = {
  ...NOBODY_AND_UNCLEAR,
  never: ['all_clear', 'alarm'],
  mustNotify: ['not_reached', 'unclear', 'uncertain_help'],
}

export const MACHINES = [
  ...family(
    'voicemail: personal',
    MACHINE,
    PERSONAL.flatMap((words) => [
      { name: words, acts: [...greeting(words), beeps] },
      { name: `${words} … then a beep`, acts: [...greeting(words), pauses(1.1), beeps] },
    ]),
  ),
  ...family(
    'voicemail: carrier',
    MACHINE,
    CARRIER.map((words, index) => ({ name: words, acts: [...greeting(words), pauses(index % 2), beeps] })),
  ),
  ...family('voicemail: in pieces, short, long, without a beep', MACHINE, [
    {
      name: 'two sentences, a second apart',
      acts: [
        pauses(0.5),
        says("Hi, this is Margaret. I can't come to the phone right now."),
        pauses(1),
        says('Leave me a message after the beep.'),
        pauses(0.5),
        beeps,
      ],
    },
    {
      name: 'four pieces',
      acts: [
        ...greeting('Hello', "you've reached Margaret", "I can't come to the phone", 'leave a message after the tone'),
        beeps,
      ],
    },
    { name: 'without a beep', acts: greeting("You've reached Margaret. Please leave a message.") },
    {
      name: 'a long one',
      acts: [
        ...greeting(
          'Thank you for calling.',
          'Margaret is not able to answer the phone at the moment because she is at bowls or with the grandchildren.',
          'If it is about the church flowers please ring Beryl.',
          'Everybody else, please leave a message after the tone, and speak slowly.',
        ),
        beeps,
      ],
    },
    {
      name: 'rings a while before it speaks',
      acts: [pauses(4), says('Please leave a message after the tone.'), pauses(0.5), beeps],
    },
    { name: 'a menu afterwards', acts: [...greeting('Please leave a message after the tone.'), beeps, ...MENU] },
    {
      name: 'a menu afterwards, and hangs up',
      acts: [
        ...greeting('The person you are calling cannot take your call. Please leave a message after the tone.'),
        beeps,
        ...MENU,
        pauses(5),
        says('Goodbye.'),
        hangsUp,
      ],
    },
    {
      name: 'an old cassette that repeats',
      acts: [
        repeats([says('This is Margaret, I am out, please leave a message after the tone.'), pauses(1.5)], 3),
        beeps,
      ],
    },
  ]),
  // It speaks while Cooee says who rings, or hangs up in the same breath, and was taken for a person or for nothing.
  ...family('voicemail: in pieces, short, long, without a beep', NOBODY, [
    {
      name: '"Hi." and a long pause, taken for a person',
      acts: [
        pauses(0.3),
        says('Hi.'),
        pauses(1.5),
        says("This is Margaret's phone. Please leave a message after the tone."),
        beeps,
      ],
    },
    {
      name: 'full',
      acts: [...greeting('The mailbox is full and cannot accept any messages at this time. Goodbye.'), hangsUp],
    },
  ]),
  ...family('voicemail: in pieces, short, long, without a beep', NOBODY_AND_UNCLEAR, [
    { name: 'a beep and nothing else', acts: [pauses(1), beeps] },
    { name: 'music', acts: [pauses(1), says('la la la la la la la la', 6), beeps] },
  ]),
  ...family('voicemail: keys that nobody pressed', MACHINE, [
    {
      name: 'a 1 among the greeting',
      acts: [...greeting("You've reached Margaret, please leave a message"), presses('1'), pauses(0.5), beeps],
    },
    {
      name: 'a 2 among the greeting',
      acts: [pauses(0.5), presses('2'), says("You've reached Margaret, please leave a message"), pauses(0.5), beeps],
    },
  ]),
  ...family('voicemail: somebody picks up after all', WELL, [
    {
      name: 'hello? over the message, then 1',
      acts: [
        ...greeting("You've reached Margaret. Please leave a message after the tone."),
        beeps,
        pauses(2),
        says("Hello? Hello, I'm here."),
        pressesWhenOffered('1'),
      ],
    },
    {
      name: '1 when the message asks for it, and again at the question',
      acts: [...greeting("Hi, it's Margaret, leave a message."), beeps, pressesWhenOffered('1', 2)],
    },
  ]),
  ...family('voicemail: somebody picks up after all', HELP_SOMEHOW, [
    {
      name: 'help, after the beep, and again',
      acts: [
        ...greeting("Hi, it's Margaret, leave a message after the tone."),
        beeps,
        pauses(2),
        says('Help me, I have fallen'),
        answers('yes, help me'),
      ],
    },
  ]),
  ...family('reception', { ...NOBODY_AND_UNCLEAR, never: ['all_clear', 'alarm', 'uncertain_alarm'] }, [
    { name: 'how can I help you, then nothing', acts: hello('Riverside Lodge, how can I help you?', 2.2) },
    {
      name: 'and asks again',
      acts: [
        ...hello('Good morning, Riverside Lodge, how can I help you?', 3.2),
        pauses(8),
        says('Hello? How may I help?'),
        pauses(6),
        hangsUp,
      ],
    },
    {
      name: 'a menu',
      acts: [
        pauses(0.4),
        repeats(
          [
            says(
              'Welcome to Riverside Lodge. For residents press one. For help with your account press two. To hear this again press three.',
            ),
            pauses(4),
          ],
          4,
        ),
        hangsUp,
      ],
    },
    { name: 'puts through, and nobody comes', acts: [...hello('Riverside, putting you through'), pauses(20), hangsUp] },
    {
      name: 'your call is important',
      acts: [
        pauses(0.5),
        repeats([
          says('Your call is important to us. Please hold and someone will be with you to help you shortly.'),
          pauses(6),
        ]),
      ],
    },
  ]),
  ...family('reception', WELL, [
    {
      name: 'puts through, then she presses 1',
      acts: [
        ...hello('Riverside, one moment, I will put you through.'),
        pauses(10),
        says('Hello, Margaret.'),
        pressesWhenOffered('1'),
      ],
    },
  ]),
  ...family('television', NOISE, [
    {
      name: 'the news',
      acts: [repeats([says('and police are asking for help after a fall in house prices', 4.5), pauses(0.4)])],
    },
    { name: 'the cricket', acts: [repeats([says('one run and that is fine bowling', 3), pauses(1.5)])] },
    { name: 'an advertisement', acts: [repeats([says('yes you can, I feel fine, call now', 3), pauses(0.8)])] },
  ]),
  // By sound alone this cannot be distinguished from a person in need: the family is notified of whatever was heard.
  ...family(
    'television',
    { mayEndAs: ['completed', ...NOISE.mayEndAs], never: ['all_clear'], mustNotify: ['help', ...NOISE.mustNotify] },
    [
      {
        name: 'a hospital drama',
        acts: [
          repeats([says("help me doctor I can't breathe", 3), pauses(2), says('call an ambulance', 2), pauses(2)]),
        ],
      },
    ],
  ),
  ...family('television', WELL, [
    {
      name: 'the news, and she presses 1',
      acts: [...hello('Hello?'), pressesWhenOffered('1')],
      background: [pauses(3), repeats([says('and in other news today', 2), pauses(1.5)])],
    },
    {
      name: 'the cricket, and she presses 1 late',
      acts: [...hello('Hello?'), pressesWhenOffered('1', 3)],
      background: [pauses(3), repeats([says('four runs', 1), pauses(4)])],
    },
  ]),
  ...family('fax', { ...NOBODY, mayEndAs: ['failed', 'missed', 'voicemail'] }, [
    { name: 'whistles', acts: [pauses(1), repeats([whistles, pauses(2)])] },
    { name: 'whistles after a pause', acts: [pauses(4), whistles] },
  ]),
  ...family('child', UNCLEAR, [
    { name: 'nanna is asleep', acts: [...hello('Hello this is Tilly'), answers('Nanna is asleep')] },
    { name: 'sings', acts: [...hello('Hello'), answers('twinkle twinkle little star')] },
    { name: 'what is your name', acts: [...hello('Hi'), answers('My name is Oscar and I am four')] },
  ]),
  ...family('wrong person', UNCLEAR, [
    { name: 'no Margaret here', acts: [...hello('Hello?'), answers('There is no Margaret here')] },
    { name: 'wrong number', acts: [...hello('Yes?'), answers('You have got the wrong number mate')] },
    { name: 'she is at bowls', acts: [...hello('Hello?'), answers("She's out at bowls until four")] },
  ]),
  ...family('wrong person', SPOKEN_TO_BY_NOBODY, [
    { name: 'wrong number, and hangs up', acts: [...hello('Wrong number.'), hangsUp] },
    {
      name: 'do not call again, and hangs up',
      acts: [...hello('Hello?'), pauses(3), says('Not interested, do not call again'), hangsUp],
    },
  ]),
  ...family('silence', NOBODY_AND_UNCLEAR, [
    { name: 'nothing at all', acts: [] },
    { name: 'breathes for a minute', acts: [pauses(60), hangsUp] },
    { name: 'hangs up after the first word', acts: [waits({ kind: 'words', pattern: '\\w' }), hangsUp] },
  ]),
]
