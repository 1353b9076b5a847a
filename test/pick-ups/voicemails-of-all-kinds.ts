import {
  type Act,
  beeps,
  type Detection,
  pauses,
  presses,
  repeats,
  says,
} from '#simulators/twilio/phone/phone-script.ts'
import { family, MACHINE, NOBODY, type Sketch, UNCLEAR } from './pick-up.ts'

/** A greeting in sentences with a breath between them, then a beep and silence. */
const greets = (name: string, ...sentences: string[]): Sketch => ({
  name,
  acts: [pauses(0.4), ...sentences.flatMap((each): Act[] => [says(each), pauses(0.8)]), beeps],
})
const withVerdict = (sketch: Sketch, detection: Detection): Sketch => ({
  ...sketch,
  name: `${sketch.name}, ${detection.verdict ?? 'nothing'} reported`,
  detection,
})

const GREETINGS: Sketch[] = [
  greets(
    'her own, recorded by a grandchild',
    "Hi! Nana can't get to the phone.",
    "She's probably in the garden. Leave a message!",
  ),
  greets(
    'a couple',
    "You've called Bill and Margaret.",
    "We're either out or can't hear you.",
    'Leave your number and speak slowly.',
  ),
  greets('a shout', "Margaret here! I'm not here! Talk to the machine!", 'You know what to do after the beep.'),
  greets(
    'carrier standard',
    'Hello. The person you are calling is not available.',
    'Please leave a message after the tone.',
  ),
  greets(
    'MessageBank',
    "You've reached the Telstra MessageBank of",
    'Margaret Hartley',
    'Please leave a message after the tone. To send a text, press 1.',
  ),
  greets('MessageBank 101', 'Your call has been diverted to MessageBank.', 'At the tone please record your message.'),
  greets(
    'voice to text',
    'Please say your name and a short message and it will be converted to text.',
    'Speak after the tone.',
  ),
  greets('mailbox full', 'The mailbox is full and cannot accept any messages at this time.', 'Goodbye.'),
  greets('not set up', 'The person you have called has not set up their voicemail yet.', 'Please try again later.'),
  greets(
    'switched off',
    'The mobile you are calling is switched off or not in a mobile service area.',
    'Please try again later.',
  ),
  greets(
    'says she is fine',
    "G'day, it's Marg, I'm fine and the cat's fine.",
    "I'm just down at bowls. Leave a message after the beep.",
  ),
  greets(
    'thanks and yes',
    'Yes, hello, thank you for calling.',
    "I'm all right, I'm just not home. Leave your name after the tone.",
  ),
  greets(
    'in case of emergency',
    "You've reached Margaret.",
    'If this is an emergency or you need help, hang up and call triple zero.',
    'Otherwise leave a message.',
  ),
  greets('please help me find the phone', "I can't find my glasses to find the phone, help!", 'Leave a message, love.'),
  greets('prank hello', 'Hello?', 'Hello? Who is it?', "Ha ha, fooled you, I'm not really here. Leave a message."),
  greets(
    'sings',
    'Oh I am not at home today, hooray, hooray,',
    'so leave a message after the tone and I will ring you back some day.',
  ),
  greets(
    'recorded by her late husband',
    'This is the Hartley residence.',
    'We are unable to take your call at present. Please record a message.',
  ),
  greets('an NBN phone with a menu', 'Press 1 to leave a message. Press 2 to send a number. Press 0 for help.'),
  greets('fax or message', 'To send a fax, start transmission now.', 'To leave a message, wait for the beep.'),
  greets(
    'an answering service',
    'Hello, Medical Alert answering service, our operators are all busy.',
    'Leave a message after the tone.',
  ),
  greets(
    'dementia alert in the greeting',
    'This is Margaret. I have had a fall and I am at my daughter’s until Easter.',
    'Please leave a message after the beep.',
  ),
  greets(
    'help line',
    "You've called Meals on Wheels. If you need help with your order, please leave a message after the tone.",
  ),
  greets('overseas', 'The number you have dialled is currently roaming.', 'Please leave your message after the tone.'),
  greets('call later', "Sorry I missed you, I'm on the other line.", "Leave a message and I'll get back to you."),
  greets('deaf', "I don't hear the phone too well. Please leave a message or send me a text."),
]

function theGreeting(name: string): Sketch {
  const found = GREETINGS.find((greeting) => greeting.name === name)
  if (!found) throw new Error(`There is no greeting named ${name}`)
  return found
}

const MUTE_MACHINES: Sketch[] = [
  { name: 'a beep only, told at once', acts: [pauses(1), beeps], detection: { verdict: 'machine_end_beep', at: 2 } },
  { name: 'silence, machine told after 8 s', acts: [], detection: { verdict: 'machine_end_silence', at: 8 } },
  { name: 'silence, machine told twice', acts: [], detection: { verdict: 'machine_end_other', at: 3, times: 2 } },
  { name: 'machine start is all that is told', acts: [], detection: { verdict: 'machine_start', at: 2 } },
]

const NO_MACHINE_KNOWN: Sketch[] = [
  { name: 'nothing at all, nothing told', acts: [], detection: { times: 0 } },
  { name: 'nothing at all, human told', acts: [], detection: { verdict: 'human', at: 1 } },
  {
    name: 'disconnected number',
    acts: [
      pauses(0.5),
      says('The number you have called is not connected. Please check the number and try again.'),
      pauses(1),
      says('The number you have called is not connected. Please check the number and try again.'),
    ],
  },
  { name: 'congestion tones', acts: [repeats([beeps, pauses(1)], 12)] },
]

/** Verdicts that are wrong, over greetings that give themselves away. */
const MISJUDGED: Sketch[] = [
  withVerdict(theGreeting('her own, recorded by a grandchild'), { verdict: 'human', at: 2 }),
  withVerdict(theGreeting('carrier standard'), { verdict: 'unknown', at: 5 }),
  withVerdict(theGreeting('says she is fine'), { verdict: 'human', at: 1 }),
  withVerdict(theGreeting('thanks and yes'), { times: 0 }),
  withVerdict(theGreeting('in case of emergency'), { verdict: 'human', at: 1 }),
  withVerdict(theGreeting('please help me find the phone'), { verdict: 'human', at: 1 }),
  withVerdict(theGreeting('dementia alert in the greeting'), { verdict: 'human', at: 1 }),
  withVerdict(theGreeting('dementia alert in the greeting'), { times: 0 }),
  withVerdict(theGreeting('help line'), { verdict: 'human', at: 1 }),
]

/** Long ones, which still speak when the question begins. */
const LONG: Sketch[] = [
  {
    name: 'poem of forty seconds, then help as its last word',
    acts: [
      pauses(0.4),
      says('There was movement at the station, for the word had passed around', 6),
      pauses(2.5),
      says('that the colt from old Regret had got away', 5),
      pauses(2.5),
      says('and had joined the wild bush horses, he was worth a thousand pound', 6),
      pauses(2.5),
      says('so all the cracks had gathered, please leave a message, God help us', 6),
      beeps,
    ],
  },
  {
    name: 'waits four seconds, then greets over the question',
    acts: [
      pauses(4),
      says("Hello, you've reached Margaret and I'm fine thanks, leave a message after the beep", 7),
      beeps,
    ],
  },
  {
    name: 'greets after the question has ended',
    acts: [pauses(18), says("Hello you've reached Margaret. I'm well. Leave a message after the beep", 6), beeps],
  },
  {
    name: 'greets twice',
    acts: [
      pauses(0.4),
      says("Hi it's Marg, can't come to the phone", 3),
      beeps,
      pauses(2),
      says("Hi it's Marg, can't come to the phone", 3),
      beeps,
    ],
  },
  {
    name: 'presses a key of its own tones',
    acts: [pauses(0.4), says("You've reached Margaret, leave a message", 3), presses('1'), beeps],
  },
  {
    name: 'asks for a message again when nothing is said',
    acts: [
      pauses(0.4),
      says('Please leave a message after the tone'),
      beeps,
      pauses(14),
      says('Are you still there? To continue recording press 1. To send this message press 2.'),
      pauses(5),
      says('Thank you. Goodbye.'),
    ],
  },
  {
    name: 'a beep before the greeting',
    acts: [beeps, pauses(0.5), says("Hartley residence, we can't come to the phone right now"), pauses(0.5), beeps],
  },
]

export const VOICEMAILS_OF_ALL_KINDS = [
  ...family('voicemails of all kinds', MACHINE, GREETINGS),
  ...family('machines that say nothing', MACHINE, MUTE_MACHINES),
  ...family('machines of which nothing is known', NOBODY, NO_MACHINE_KNOWN),
  ...family('voicemails of all kinds, misjudged', MACHINE, MISJUDGED),
  ...family('long and odd voicemails', MACHINE, LONG),
  ...family('voicemails of all kinds, at a wake-up call', MACHINE, [
    { ...theGreeting('says she is fine'), callType: 'wake_up_call' },
    { ...theGreeting('a shout'), callType: 'wake_up_call' },
    { ...theGreeting('thanks and yes'), callType: 'medication_reminder' },
    { ...theGreeting('an NBN phone with a menu'), callType: 'medication_reminder' },
  ]),
  ...family('smart speakers', UNCLEAR, [
    {
      name: 'it did not get that, after each question',
      acts: [
        repeats([
          { does: 'waits', until: { kind: 'asked' } },
          pauses(0.5),
          says("Sorry, I didn't get that. Try asking me another way."),
        ]),
      ],
    },
    {
      name: 'it found something on the web',
      acts: [
        repeats([
          { does: 'waits', until: { kind: 'asked' } },
          pauses(0.5),
          says("Here's what I found on the web for press two."),
        ]),
      ],
    },
  ]),
]
