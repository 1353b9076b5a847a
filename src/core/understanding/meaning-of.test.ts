import { describe, expect, test } from 'vitest'
import { isBareYes } from './bare-yes.ts'
import { meaningOf } from './meaning-of.ts'

const NAMES = ['Margaret Hartley', 'Robyn Hartley']
const meaning = (text: string) => meaningOf(text, NAMES)

test.each([
  'yes',
  'Yes.',
  'yes yes',
  "I'm fine",
  'fine thanks',
  'fine thanks Robyn',
  'Fine, thank you dear',
  "Yes I'm all right, thank you",
  'all good',
  'All good here love',
  'ok',
  'OK mum',
  'okay thank you',
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
  'OK x',
  '👍',
  'all ok ❤️',
  'Everything is fine',
  'ok thank you very much',
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
])('"%s" is a cry for help', (text) => {
  expect(meaning(text)).toBe('help')
})

test.each([
  'yes please',
  'Yes, please!',
  'please',
  'thanks',
  'hello',
  'Hello? Yes?',
  'yes?',
  'no',
  'ok but there is somebody in the garden',
  'yes who is this',
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
  "sorry I can't hear you",
  'I need no help',
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
] as const)('of medicine "%s" means %s', (text, expected) => {
  expect(meaning(text)).toBe(expected)
})

describe('names', () => {
  test('say nothing, and only those that are known', () => {
    expect(meaning('fine thanks Robyn')).toBe('fine')
    expect(meaning('fine thanks Susan')).toBeNull()
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
