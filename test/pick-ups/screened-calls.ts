import { type Act, beeps, hangsUp, pauses, repeats, says, waits } from '#simulators/twilio/phone/phone-script.ts'
import { answers, family, HELP, MACHINE, NOBODY, pressesWhenOffered, type Truth, WELL } from './pick-up.ts'

const IPHONE = "Hi. If you record your name and reason for calling, I'll see if this person is available."
const PIXEL =
  'Hi, the person you are calling is using a screening service from Google, and will get a copy of this conversation. Go ahead and say your name and why you are calling.'
const HOME_PHONE = 'Please say your name after the tone, and press hash.'

/** Asks, waits until the caller has said something, and keeps them waiting. Hangs up on silence. */
function screen(asks: string, waitSeconds: number, thanks = 'Thanks. Please stay on the line.'): Act[] {
  return [
    pauses(0.4),
    says(asks),
    waits({ kind: 'caller-spoke' }, 15, [says('Goodbye.'), hangsUp]),
    says(thanks),
    pauses(waitSeconds),
  ]
}

const DECLINED: Truth = { ...NOBODY, mustNotify: ['not_reached'] }

export const SCREENED_CALLS = [
  ...family('screening: then the person', WELL, [
    { name: 'iPhone, six seconds, hello, 1', acts: [...screen(IPHONE, 6), says('Hello?'), pressesWhenOffered('1')] },
    {
      name: 'iPhone, twenty seconds, hello, 1',
      acts: [...screen(IPHONE, 20), says('Hello, Margaret here.'), pressesWhenOffered('1')],
    },
    { name: 'iPhone, taken without a word, 1', acts: [...screen(IPHONE, 8), pressesWhenOffered('1')] },
    { name: 'iPhone, hello, says fine', acts: [...screen(IPHONE, 8), says('Hello?'), answers("I'm fine thank you")] },
    {
      name: 'Pixel, hello, 1',
      acts: [...screen(PIXEL, 7, 'One moment please.'), says('Hello?'), pressesWhenOffered('1')],
    },
    {
      name: 'a home phone, hello, 1',
      acts: [...screen(HOME_PHONE, 5, 'Thank you.'), says('Hello?'), pressesWhenOffered('1')],
    },
    {
      name: 'iPhone, verdict missing',
      acts: [...screen(IPHONE, 6), says('Hello?'), pressesWhenOffered('1')],
      detection: { times: 0 },
    },
    {
      name: 'iPhone, verdict human',
      acts: [...screen(IPHONE, 6), says('Hello?'), pressesWhenOffered('1')],
      detection: { verdict: 'human', at: 2 },
    },
    {
      name: 'iPhone, verdict twice',
      acts: [...screen(IPHONE, 6), says('Hello?'), pressesWhenOffered('1')],
      detection: { times: 2 },
    },
    {
      name: 'iPhone, verdict after she answered',
      acts: [...screen(IPHONE, 6), says('Hello?'), pressesWhenOffered('1')],
      detection: { lateSeconds: 25 },
    },
  ]),
  ...family('screening: then the person', HELP, [
    { name: 'iPhone, hello, 2', acts: [...screen(IPHONE, 7), says('Hello?'), pressesWhenOffered('2')] },
  ]),
  ...family('screening: declined', DECLINED, [
    {
      name: 'iPhone, not available',
      acts: [...screen(IPHONE, 9), says('Sorry, this person is not available. Goodbye.'), hangsUp],
    },
    {
      name: 'Pixel, please do not call again',
      acts: [
        ...screen(PIXEL, 6),
        says('The person you are calling cannot take your call. Please remove this number from your list.'),
        hangsUp,
      ],
    },
    { name: 'iPhone, hung up without a word', acts: [...screen(IPHONE, 10), hangsUp] },
    { name: 'iPhone, nothing more comes', acts: screen(IPHONE, 1) },
    { name: 'asks again and again', acts: [repeats([says(HOME_PHONE), pauses(5)], 3), hangsUp] },
  ]),
  ...family('screening: then voicemail', MACHINE, [
    {
      name: 'iPhone, then a personal greeting',
      acts: [
        ...screen(IPHONE, 14),
        says("Hi, it's Margaret, I can't come to the phone. Leave a message after the tone."),
        pauses(0.5),
        beeps,
      ],
    },
    {
      name: 'Pixel, then the carrier',
      acts: [
        ...screen(PIXEL, 10),
        says('The person you are calling is not available. Please leave a message after the tone.'),
        pauses(0.5),
        beeps,
      ],
    },
  ]),
]
