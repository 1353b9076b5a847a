import { describe, expect, test } from 'vitest'
import { understoodAnswer } from './answer.ts'
import { understoodCallBack } from './call-back-script.ts'

test.each([
  ['daily_check_in', '1', 'acknowledged'],
  ['daily_check_in', '2', 'help'],
  ['daily_check_in', '7', null],
  ['wellness_check', '1', 'acknowledged'],
  ['wellness_check', '2', 'help'],
  ['medication_reminder', '1', 'acknowledged'],
  ['medication_reminder', '2', 'not_yet'],
  ['medication_reminder', '3', 'help'],
  ['medication_reminder', '9', null],
  ['wake_up_call', '7', 'acknowledged'],
  ['wake_up_call', '#', 'acknowledged'],
] as const)('an answer in a %s: key %s means %s', (callType, keys, meaning) => {
  expect(understoodAnswer(callType, { keys, speech: '' }, [], 'en-AU')).toBe(meaning)
})

test.each([
  ['daily_check_in', "yes I'm fine", 'acknowledged'],
  ['daily_check_in', 'fine, but please help me', 'help'],
  ['daily_check_in', 'I am not well', 'help'],
  ['medication_reminder', 'not yet', 'not_yet'],
  ['medication_reminder', 'yes, taken', 'acknowledged'],
  ['daily_check_in', 'Hello?', null],
  ['daily_check_in', 'Good morning', null],
  ['daily_check_in', "I'm not feeling well", 'help'],
  ['daily_check_in', "I don't feel very good", 'help'],
  ['daily_check_in', 'I am not too well today', 'help'],
  ['daily_check_in', "No problem, I'm fine", 'acknowledged'],
  ['daily_check_in', "Hello, you've reached Margaret. Please leave a message after the tone, okay?", null],
  ['wake_up_call', 'yes, I am awake', 'acknowledged'],
  ['wake_up_call', 'mmmh', null],
  ['wake_up_call', 'Hi, this is the voicemail of Con', null],
  ['daily_check_in', 'who is this', null],
  ['daily_check_in', 'Yes please send a doctor', 'help'],
  ['daily_check_in', 'ok but I am on the floor', 'help'],
  ['daily_check_in', "I'm alright, my chest is tight", 'help'],
  ['daily_check_in', 'yes there is a fire', 'help'],
  ['daily_check_in', "all right I can't breathe", 'help'],
  ['daily_check_in', 'yes please', null],
  ['daily_check_in', 'Yes, I would.', null],
  ['wellness_check', 'I would', null],
  ['daily_check_in', 'yes we would thanks', null],
  ['daily_check_in', 'yes I am', 'acknowledged'],
  ['daily_check_in', 'Yes? Hello?', null],
  ['daily_check_in', 'taken', null],
  ['daily_check_in', 'not too bad, thank you Robyn', 'acknowledged'],
  ['medication_reminder', 'I took too many tablets', 'help'],
  ['medication_reminder', 'I took it', 'acknowledged'],
  ['medication_reminder', 'yes I have', 'acknowledged'],
  ['medication_reminder', 'done', 'acknowledged'],
  ['medication_reminder', "I'm fine", null],
  ['medication_reminder', 'no', 'not_yet'],
  ['medication_reminder', 'no idea what this is about', null],
  ['daily_check_in', '', null],
] as const)('in a %s, "%s" means %s', (callType, speech, meaning) => {
  expect(understoodAnswer(callType, { keys: '', speech }, ['Margaret', 'Robyn Hartley'], 'en-AU')).toBe(meaning)
})

describe.each([
  { kind: 'how', name: 'Margaret', offersIncident: null, away: null },
  { kind: 'help', offersIncident: null },
] as const)('asked by a ring back ($kind)', (prompt) => {
  test.each([
    ['yes', null],
    ['yes please', null],
    ["yes I'm fine", { kind: 'fine' }],
    ["no, I'm fine", { kind: 'fine' }],
    ['help', { kind: 'help' }],
  ])('a caller who says "%s" means %j', (speech, meaning) => {
    expect(understoodCallBack(prompt, { keys: '', speech }, [], 'en-AU')).toEqual(meaning)
  })
})
