import { z } from 'zod'
import type { ScreenState } from './screen-state.ts'
import { announced, question, text } from './steps.ts'

const fixed = (body: unknown) => ({ status: 200, body })
const AT = '2026-03-09T22:02:00.000Z'
const LONG =
  'I hardly slept, the wind was at the shutters all night and then the cat wanted to come in and to go out again'
const TALK = {
  ...{ id: 3, openedAt: AT, endedAt: AT, endReason: 'model_failed', seconds: 90, summaryState: 'written' },
  summary: [
    { turnId: 12, text: 'She slept badly because of the wind.' },
    { turnId: 14, text: 'Her roses are out.' },
  ],
  concerns: [{ turnId: 14, text: 'Margaret may have had a fall.', words: 'I went over in the bathroom', at: AT }],
  notes: [{ turnId: 14, topic: 'Garden', words: 'the roses are out' }],
  turns: [
    { id: 11, by: 'cooee', text: 'How are you today?', at: AT },
    { id: 12, by: 'person', text: LONG, at: AT },
    { id: 13, by: 'cooee', text: 'I am sorry to hear that. How is the garden?', at: AT },
    { id: 14, by: 'person', text: 'the roses are out, but I went over in the bathroom', at: AT },
  ],
}
const ON = { isOn: true, unavailable: null, minutesUsed: 12, minutesPerMonth: 60 }
const topics = ['Her red roses', 'Featherstonehaugh'.repeat(7)].map((words, index) => ({
  ...{ id: index + 1, words, createdAt: AT, updatedAt: AT },
}))

/** What a family sees of short chats: on the page of a call, and where they are switched on and remembered. */
export function talkStates(lovedOneId: number, finishedCallId: number): ScreenState[] {
  const call = `/calls/details/${finishedCallId}`
  const checkIn = {
    'GET /api/calls/*': (answered: unknown) => ({ ...z.looseObject({}).parse(answered), callType: 'daily_check_in' }),
  }
  const edit = `/loved-ones?edit=${lovedOneId}`
  return [
    {
      name: 'call details, with a chat',
      path: call,
      answers: { ...checkIn, 'GET /api/calls/*/talks': fixed([TALK]) },
      ready: text('She slept badly because of the wind.'),
      act: async (page) => {
        await page.getByText('Show the whole chat').click()
        await text('I am sorry to hear that. How is the garden?')(page)
      },
    },
    {
      name: 'call details, a chat that is not summed up',
      path: call,
      answers: {
        ...checkIn,
        'GET /api/calls/*/talks': fixed([{ ...TALK, summaryState: 'pending', summary: [], concerns: [] }]),
      },
      ready: text('We’re writing the summary.'),
    },
    {
      name: 'call details, a chat whose summary failed',
      path: call,
      answers: {
        ...checkIn,
        'GET /api/calls/*/talks': fixed([{ ...TALK, summaryState: 'failed', summary: [], concerns: [] }]),
      },
      ready: text('We couldn’t write a summary. The whole chat is below.'),
    },
    {
      name: 'call details, the chat failed',
      path: call,
      answers: { ...checkIn, 'GET /api/calls/*/talks': 'failed' },
      ready: text('We couldn’t load the chat'),
    },
    {
      name: 'edit a loved one, chats and what is remembered',
      path: edit,
      answers: { 'GET /api/loved-ones/*/talks': fixed(ON), 'GET /api/loved-ones/*/topics': fixed(topics) },
      ready: text('Her red roses'),
      act: async (page) => {
        await page.getByRole('button', { name: 'Change “Her red roses”' }).click()
        await page.getByLabel('What to remember').waitFor()
      },
    },
    {
      name: 'edit a loved one, chats switched off by an admin, nothing remembered',
      path: edit,
      answers: {
        'GET /api/loved-ones/*/talks': fixed({ ...ON, unavailable: 'blocked' }),
        'GET /api/loved-ones/*/topics': 'empty',
      },
      ready: text(/^We don’t chat on calls just now/),
      act: text(/^Nothing yet\./),
    },
    {
      name: 'edit a loved one, chats waiting',
      path: edit,
      answers: { 'GET /api/loved-ones/*/talks': 'waiting' },
      ready: announced('Loading the short chats'),
    },
    {
      name: 'edit a loved one, chats failed',
      path: edit,
      answers: { 'GET /api/loved-ones/*/talks': 'failed' },
      ready: text('We couldn’t load the short chats'),
    },
    {
      name: 'edit a loved one, what is remembered failed',
      path: edit,
      answers: { 'GET /api/loved-ones/*/talks': fixed(ON), 'GET /api/loved-ones/*/topics': 'failed' },
      ready: text('We couldn’t load what we remember'),
    },
    {
      name: 'edit a loved one, forget everything?',
      path: edit,
      answers: { 'GET /api/loved-ones/*/talks': fixed(ON), 'GET /api/loved-ones/*/topics': fixed(topics) },
      ready: text('Her red roses'),
      act: async (page) => {
        await page.getByRole('button', { name: 'Forget everything' }).click()
        await question(page)
      },
    },
  ]
}
