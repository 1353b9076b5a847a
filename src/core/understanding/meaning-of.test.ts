import { describe, expect, test } from 'vitest'
import * as first from '#test/understanding/heard-first.ts'
import * as last from '#test/understanding/heard-last.ts'
import * as later from '#test/understanding/heard-later.ts'
import { isBareYes } from './answers/bare-yes.ts'
import { type Meaning, meaningOf } from './meaning-of.ts'

const NAMES = first.NAMES
const meaning = (text: string) => meaningOf(text, NAMES)

describe.each(Object.keys(first.SAID) as (Meaning | 'unclear')[])('what people say with the meaning %s', (meant) => {
  test.each([first, later, last].flatMap(({ SAID }) => SAID[meant]))('"%s"', (said) => {
    expect(meaning(said)).toBe(meant === 'unclear' ? null : meant)
  })
})

test.each(['yes', 'Yes.', 'yes yes', 'ok', 'OK mum', 'okay thank you', 'OK x', 'ok thank you very much'])(
  '"%s" agrees, and says of nobody that they are well',
  (text) => {
    expect(meaning(text)).toBe('yes')
  },
)

test.each([
  "I'm fine",
  'fine thanks',
  'fine thanks Robyn',
  'Fine, thank you dear',
  "Yes I'm all right, thank you",
  'all good',
  'All good here love',
  'no worries',
  'No worries mate',
  'not too bad',
  'not bad thanks',
  "can't complain",
  'never better',
  'very well thank you',
  "I'm very well today",
  'I am well and safe',
  "I'm really good",
  'Margaret is fine',
  "Margaret's ok",
  'Cooee, all good',
  'hello yes I am awake',
  'Good morning, I am fine',
  "No, I'm fine thanks",
  "we're fine",
  '👍',
  'all ok ❤️',
  'Everything is fine',
  'All good, thanks for asking',
  'Sorry I missed your call, all good',
  'absolutely fine',
  'good as gold',
  "I'm up",
  "I'm home and safe",
  'No problems at all',
])('"%s" reassures', (text) => {
  expect(meaning(text)).toBe('fine')
})

test.each([
  'Yes please send a doctor',
  'ok but I am on the floor',
  'my chest is tight',
  "I'm alright but my chest is tight",
  'yes there is a fire',
  "all right I can't breath",
  "all right I can't breathe",
  'I took too many tablets',
  'taken, too many I think',
  "I'm fine but I need somebody",
  "ok, I'm stuck in the bath",
  "yes I'm scared",
  'fine, only bleeding a little',
  'I had an overdose',
  'ok I think it is a stroke',
  'Yes, I cannot move my arm',
  'all good, just hurt my hip',
  'fine. Call my daughter',
  'please come now',
  'I feel terrible',
  'not ok',
  "I'm fine 🆘",
  'ok I am in hospital',
  'the nurse says it is bad',
  'I took the wrong tablets',
  'ok I am on the ground',
])('"%s" is a request for help', (text) => {
  expect(meaning(text)).toBe('help')
})

test.each([
  'yes please',
  'Yes, please!',
  'please',
  'thanks',
  'ok but there is somebody in the garden',
  'yes I was going to say something',
  'all right then put her on',
  'ok 😢',
  'good heavens',
  'fine mess this is',
  'yes John is lying down',
  'ok I will think about it',
  'safe for now I suppose',
  "Sorry, I can't talk right now.",
  "I'm driving with Focus turned on. I'll see your message when I get where I'm going.",
  'I had breakfast',
  'I took the bus',
  'I have taken the dog out',
  'I forgot who you are',
  'Sorry I missed your call',
])('"%s" is asked about', (text) => {
  expect(meaning(text)).toBeNull()
})

test.each([
  ['taken', 'taken'],
  ['I took it', 'taken'],
  ['yes I have', 'taken'],
  ['Yes, I have taken them, thank you Robyn', 'taken'],
  ['I took my tablets', 'taken'],
  ['done', 'taken'],
  ['not yet', 'not_yet'],
  ['No, not yet', 'not_yet'],
  ["I haven't taken it yet", 'not_yet'],
  ["I haven't", 'not_yet'],
  ['I forgot', 'not_yet'],
  ["I'll take it later", 'not_yet'],
] as const)('about a medicine, "%s" means %s', (text, expected) => {
  expect(meaning(text)).toBe(expected)
})

test.each([
  ['hello', 'greeting'],
  ['Hello? Yes?', 'greeting'],
  ['yes?', 'greeting'],
  ['no', 'no'],
  ['I need no help', 'no'],
  ['yes who is this', 'who_is_it'],
  ["sorry I can't hear you", 'pardon'],
] as const)('"%s" is no answer to how somebody is: %s', (text, expected) => {
  expect(meaning(text)).toBe(expected)
})

test.each([
  'I do not feel happy',
  'not at all comfortable',
  'I am not happy',
  'I am not alive and kicking',
  "it's not under control",
  "she won't be right",
  'never up and about',
])('"%s": what is denied reassures nobody', (text) => {
  expect(['fine', 'yes', 'taken', 'not_yet']).not.toContain(meaning(text))
})

describe('what a machine says', () => {
  test.each([first, later, last].flatMap(({ SPOKEN_BY }) => [...SPOKEN_BY.machine, ...SPOKEN_BY.screening]))(
    'a machine asks for no help and answers nothing: "%s"',
    (said) => {
      expect(meaning(said)).toBeNull()
    },
  )

  test.each([
    "you've reached the Hartleys leave a message after the tone help I've fallen and I can't get up",
    'please leave a message after the beep help me please',
    "I've fallen please help me you've reached the voicemail of Margaret Hartley",
    "Margaret can't come to the phone she's fallen",
  ])('a machine does not hide a person who asks for help beside it: "%s"', (said) => {
    expect(meaning(said)).toBe('help')
  })
})

test.each(["she can't come to the phone she's fallen", "he can't get to the phone he's collapsed"])(
  'the answer of a person on behalf of somebody counts: "%s"',
  (said) => {
    expect(meaning(said)).toBe('help')
  },
)

test('our own words, heard back through the line, ask for nothing', () => {
  for (const said of [
    "If you're all right, press 1, or just say I'm fine. If you'd like some help, press 2.",
    'in an emergency hang up and call triple zero',
    'in an emergency call triple zero',
    'did you ask for help press 2 or say yes if you are well press 1',
    "if you'd like help press two",
  ]) {
    expect(['help', 'fine', 'yes']).not.toContain(meaning(said))
  }
})

describe('names', () => {
  test('known names say nothing, and unknown ones count', () => {
    expect(meaning('fine thanks Robyn')).toBe('fine')
    expect(meaning('fine thanks Susan')).toBeNull()
  })

  test('names are known as a recogniser writes them', () => {
    expect(meaning('fine thanks Robin')).toBe('fine')
    expect(meaning('get Robin')).toBe('help')
  })

  test('names that are also words hide no alarm', () => {
    expect(meaningOf("I'm crook", ['Edna Crook'])).toBe('help')
    expect(meaningOf("I can't get up", ['Will Fell'])).toBe('help')
    expect(meaningOf("I'm not well", ['Jack Knott', 'Jane Wells'])).toBe('help')
  })
})

test.each([
  ['yes', true],
  ['Yes please', true],
  ["yes I'm fine", false],
  ['', false],
])('"%s" only says yes: %s', (text, expected) => {
  expect(isBareYes(text)).toBe(expected)
})

test.each(["I'm good at knitting", 'I am great at tennis', "I'm good at cooking scones"])(
  'a skill is no all-clear: %s',
  (words) => {
    expect(meaningOf(words)).not.toBe('fine')
  },
)

test.each(["I'm good at home", "I'm good at the moment", 'All good at this end'])(
  'where and when somebody is well is part of an all-clear: %s',
  (words) => {
    expect(meaningOf(words)).toBe('fine')
  },
)
