import { hangsUp, pauses, presses, says, untilAsked, untilOffered } from '#simulators/twilio/phone/phone-script.ts'
import {
  answers,
  answersOnce,
  family,
  HELP,
  HELP_SOMEHOW,
  hello,
  NO_ANSWER,
  NOISE,
  NOT_WELL,
  pressesWhenOffered,
  UNCLEAR,
  WELL,
} from './pick-up.ts'

const HUMAN = { verdict: 'human', at: 1.5 } as const

export const HOMES_AND_CARERS = [
  ...family('somebody else answers for her', UNCLEAR, [
    {
      name: "I'm the carer, she's okay",
      acts: [...hello('Hello?'), answers("I'm the carer, she's okay")],
      detection: HUMAN,
    },
    {
      name: "this is her daughter, I'm fine, Mum is in bed",
      acts: [...hello('Hello?'), answers("It's her daughter, I'm fine but Mum's asleep")],
      detection: HUMAN,
    },
    { name: 'not home', acts: [...hello('Hello?'), answers("She's not home at the moment")], detection: HUMAN },
    { name: 'at bowls', acts: [...hello("G'day"), answers('Marg is down at the bowlo')], detection: HUMAN },
    {
      name: 'does not live here',
      acts: [...hello('Hello?'), answers("She doesn't live here any more")],
      detection: HUMAN,
    },
  ]),
  ...family('wrong persons', UNCLEAR, [
    {
      name: 'wrong number mate',
      acts: [...hello('Yeah?'), answers("You've got the wrong number mate")],
      detection: HUMAN,
    },
    { name: 'no Margaret here', acts: [...hello('Hello?'), answers("There's no Margaret here")], detection: HUMAN },
    {
      name: 'yes but wrong number',
      acts: [...hello('Hello?'), answers("Yes I'm fine but this is the wrong number")],
      detection: HUMAN,
    },
    { name: 'a child', acts: [...hello('Hello?'), answers("Mummy's in the bath")], detection: HUMAN },
    { name: 'a child says daddy', acts: [...hello('Hello?'), answers('Daddy is that you')], detection: HUMAN },
    { name: 'not interested', acts: [...hello('Hello?'), answers("I'm not interested thank you")], detection: HUMAN },
    {
      name: 'no thank you, solar panels',
      acts: [...hello('Hello?'), answers("No thank you, we've already got solar")],
      detection: HUMAN,
    },
    { name: 'stop calling me', acts: [...hello('Hello?'), answers('Stop calling me')], detection: HUMAN },
    {
      name: 'Chinese takeaway',
      acts: [...hello('Golden Dragon, pick up or delivery?'), answers('Pick up or delivery?')],
      detection: HUMAN,
    },
  ]),
  ...family('wrong persons who hang up', NO_ANSWER, [
    { name: 'not today thank you', acts: [...hello('Hello?'), pauses(3), says('Not today thank you'), hangsUp] },
    { name: 'a scam they say', acts: [...hello('Hello?'), pauses(5), says('I know your sort'), hangsUp] },
    { name: 'hangs up in the question', acts: [...hello('Hello?'), untilOffered('1'), hangsUp] },
    { name: 'hangs up with yeah', acts: [pauses(0.5), says('Yeah'), hangsUp] },
    { name: "hangs up with I'm fine before the question", acts: [pauses(0.5), says("I'm fine"), pauses(1), hangsUp] },
  ]),
  ...family('nursing homes', NOISE, [
    {
      name: 'reception, then music',
      acts: [
        ...hello('Good morning, Banksia Lodge, this is Cheryl, how can I help you?'),
        pauses(6),
        says('Hello? Is anybody there? I am putting you through to Wattle wing.'),
        pauses(60),
      ],
    },
    {
      name: 'reception insists',
      acts: [...hello('Bupa Aged Care, how may I direct your call?'), answers('Which resident are you after?')],
    },
    {
      name: 'menu',
      acts: [
        ...hello(
          'Welcome to Regis. For admissions press 1. For nursing help press 2. To speak to reception stay on the line.',
        ),
        pauses(30),
      ],
    },
    {
      name: 'nurse asks',
      acts: [...hello('Nurses station, can I help you?'), answers('Nurses station, who do you want?')],
    },
    {
      name: 'queue',
      acts: [
        ...hello('You are number two in the queue. Your call is important to us.'),
        pauses(15),
        says('You are number one in the queue. Please hold for help.'),
        pauses(15),
      ],
    },
  ]),
  ...family('nursing homes put her on', WELL, [
    {
      name: 'hang on, then her, who presses 1',
      acts: [
        ...hello('Banksia Lodge, Cheryl speaking'),
        pauses(4),
        says("Hang on, I'll just get her"),
        pauses(12),
        says('Hello love?'),
        pressesWhenOffered('1', 2),
      ],
    },
    {
      name: 'I will hold it to her ear',
      acts: [
        ...hello('Hello, ward three'),
        pauses(5),
        says("Just a sec, I'll hold the phone for her"),
        pauses(8),
        pressesWhenOffered('1', 2),
      ],
    },
  ]),
  ...family('nursing homes put her on, and she is not well', NOT_WELL, [
    { name: 'get me out of here', acts: [...hello('Banksia Lodge'), answers('Get me out of here')], detection: HUMAN },
    {
      name: 'they have not fed me',
      acts: [...hello('Hello?'), answers("They haven't fed me since Tuesday")],
      detection: HUMAN,
    },
    { name: 'I want to go home', acts: [...hello('Hello?'), answers('I want to go home')], detection: HUMAN },
    {
      name: 'the nurse never came',
      acts: [...hello('Hello?'), answers("I've been ringing the bell and nobody comes")],
      detection: HUMAN,
    },
  ]),
  ...family('carers ask for help', HELP_SOMEHOW, [
    {
      name: 'she has had a fall',
      acts: [...hello('Hello?'), answers("It's the neighbour, she's had a fall")],
      detection: HUMAN,
    },
    { name: 'she needs help', acts: [...hello('Hello?'), answers('She needs help')], detection: HUMAN },
    {
      name: 'she needs an ambulance',
      acts: [...hello('Hello?'), answers('Margaret needs an ambulance')],
      detection: HUMAN,
    },
    {
      name: "she can't get up",
      acts: [...hello('Hello?'), answers("She's on the floor and can't get up")],
      detection: HUMAN,
    },
    {
      name: 'presses 2 for her',
      acts: [...hello('Hello?'), answers("She's not well"), pressesWhenOffered('2')],
      detection: HUMAN,
    },
  ]),
  ...family('two people on the phone', HELP, [
    {
      name: 'he says fine, she presses 2',
      acts: [...hello('Hello?'), untilAsked, pauses(0.5), says('We are fine, thanks'), pauses(1), presses('2')],
      detection: HUMAN,
    },
    {
      name: 'I am fine says he, help says she',
      acts: [
        ...hello('Hello?'),
        untilAsked,
        pauses(0.7),
        says("I'm fine. No you're not Bill. Help, we need help"),
        answers('Help us please'),
      ],
      detection: HUMAN,
    },
    {
      name: '1 and then 2 at once',
      acts: [...hello('Hello?'), untilAsked, pauses(0.5), presses('1'), pauses(1), presses('2')],
      detection: HUMAN,
    },
  ]),
  ...family('two people talk to each other', NOT_WELL, [
    {
      name: 'tell them about your hip',
      acts: [...hello('Hello?'), answers("Tell them about your hip, Marg. Oh it's nothing, I'm all right")],
      detection: HUMAN,
    },
    {
      name: 'is she fine? no',
      acts: [...hello('Hello?'), answers("Are you all right Mum? No, I'm not")],
      detection: HUMAN,
    },
    {
      name: 'say you are fine',
      acts: [...hello('Hello?'), ...answersOnce("Say you're fine, Dad", "He won't say it")],
      detection: HUMAN,
    },
  ]),
]
