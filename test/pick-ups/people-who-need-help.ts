import {
  hangsUp,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilGoodbye,
  untilOffered,
} from '#simulators/twilio/phone/phone-script.ts'
import { answers, family, HELP, HELP_SOMEHOW, hello, NOT_WELL, pressesWhenOffered } from './pick-up.ts'

/** Says so after every question, whatever the question is. */
const insists = (words: string) => [...hello('Hello?'), answers(words)]

const PLAIN = [
  'Help',
  'I need help',
  'Help me please',
  "I've had a fall",
  "I've fallen and I can't get up",
  'Two',
  'Number two please',
  'Press two',
  'Please send somebody, I need help',
  'Call an ambulance',
  "I can't breathe",
  'Yes please, I would like some help',
  "I'm not all right, I need help",
  "I'm bleeding, please help",
  'Get Robyn, I need help',
]

/** What somebody says who is not well; no list of such words is complete. */
const OTHERWISE = [
  "I'm crook",
  "I'm crook and I'm lost",
  "I don't feel right",
  'Can you tell Robyn to come',
  "There's a man in the house",
  "I'm not well at all",
  "I've got pains in me chest",
  "I've done me hip",
  'Not good',
  "I'm not fine",
  "I'm not real flash",
  'Feeling pretty ordinary today',
  'I cannot find the door',
  'My arm has gone all numb',
  "I'm on the floor",
  'I took too many of the tablets',
  'I am cold and nobody comes',
  'The stove is on fire',
  "I'm fine but I've had a fall",
  "I'm not fine, I've been on the floor all night",
  'I was fine until I fell',
]

export const PEOPLE_WHO_NEED_HELP = [
  ...family(
    'help: in plain words',
    HELP,
    PLAIN.map((words) => ({ name: words, acts: insists(words) })),
  ),
  ...family(
    'help: in other words',
    NOT_WELL,
    OTHERWISE.map((words) => ({ name: words, acts: insists(words) })),
  ),
  ...family('help: by key', HELP, [
    { name: '2', acts: [...hello('Hello?'), pressesWhenOffered('2')] },
    { name: '2 at once', acts: [pressesWhenOffered('2', 0.1)] },
    { name: '2 twice', acts: [...hello('Hello?'), pressesWhenOffered('22')] },
    {
      name: '2, then says thank you',
      acts: [...hello('Yes?'), untilOffered('2'), presses('2'), pauses(1), says('Thank you')],
    },
    {
      name: '2 after "who is this?"',
      acts: [...hello('Hello?'), untilAsked, says('Who is this?'), pressesWhenOffered('2')],
    },
    {
      name: '2 and hangs up',
      acts: [...hello('Hello?'), untilOffered('2'), pauses(0.5), presses('2'), pauses(1.5), hangsUp],
    },
    { name: '2 late', acts: [...hello('Hello?'), repeats([untilAsked, pauses(6), presses('2')])] },
    {
      name: 'a hasty 1, then 2 during the goodbye',
      acts: [...hello('Hello?'), untilOffered('1'), presses('1'), untilGoodbye, pauses(0.8), presses('2')],
    },
  ]),
  ...family('help: by key', { ...HELP, never: [] }, [
    {
      name: '2, then 1 during the goodbye',
      acts: [...hello('Hello?'), untilOffered('2'), presses('2'), untilGoodbye, pauses(0.8), presses('1')],
    },
  ]),
  ...family('help: in pieces, early and late', HELP, [
    {
      name: "I'm fine … but I've had a fall, during the goodbye",
      acts: [
        ...hello('Hello?'),
        untilAsked,
        pauses(0.6),
        says("I'm fine"),
        untilGoodbye,
        pauses(0.8),
        says("but I've had a fall"),
        answers('yes, help'),
      ],
    },
    {
      name: '1, and then in words during the goodbye',
      acts: [
        ...hello('Hello?'),
        untilOffered('1'),
        presses('1'),
        untilGoodbye,
        pauses(0.7),
        says('no wait, I need help'),
        answers('yes, help'),
      ],
    },
    { name: 'seven seconds after the question', acts: [...hello('Hello?'), answers('I need help', 6.5)] },
    { name: 'only at the second question', acts: [...hello('Hello?'), untilAsked, pauses(9), answers('I need help')] },
    { name: 'at pick-up, and again when asked', acts: [...hello('Help'), answers('I need help')] },
    {
      name: 'over the question, and again when asked',
      acts: [...hello('Hello?'), untilOffered('1'), says('I need help'), answers('I need help')],
    },
    {
      name: 'a story first',
      acts: [...hello('Hello?'), untilAsked, pauses(0.6), says('The kettle'), answers("I've had a fall")],
    },
  ]),
  ...family('help: in pieces, early and late', NOT_WELL, [
    {
      name: 'I … I think … I fell',
      acts: [
        ...hello('Hello?'),
        repeats([untilAsked, pauses(0.5), says('I'), pauses(1.3), says('I think'), pauses(1.3), says('I fell over')]),
      ],
    },
    {
      name: 'well … not so good',
      acts: [...hello('Hello?'), repeats([untilAsked, pauses(0.5), says('Well'), pauses(1.2), says('not so good')])],
    },
  ]),
  ...family('help: said once, then silence', HELP_SOMEHOW, [
    { name: 'help, after the question', acts: [...hello('Hello?'), untilAsked, pauses(1), says('help me please')] },
    { name: 'a fall, after the question', acts: [...hello('Hello?'), untilAsked, pauses(1), says("I've had a fall")] },
  ]),
  ...family('help: said once, then silence', NOT_WELL, [
    { name: 'help, at pick-up', acts: hello('Help me') },
    { name: 'help, at pick-up, and hangs up', acts: [...hello('Help me'), pauses(2), hangsUp] },
  ]),
  // The line hands over no words of somebody who hangs up in the same breath, nor what is said over Cooee saying who rings.
  ...family('help: said once, then silence', { ...NOT_WELL, mustNotify: [...NOT_WELL.mustNotify, 'not_reached'] }, [
    { name: "I've fallen, over the greeting", acts: [pauses(3), says("I've fallen over, please help")] },
    { name: 'help, and hangs up in the same breath', acts: [...hello('Help me'), pauses(0.5), hangsUp] },
  ]),
]
