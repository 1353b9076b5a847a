import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { announced, h1, press, text } from './steps.ts'

const WEEK = {
  ...{ from: '2026-10-30', until: '2026-11-05', rung: 21, firstRing: 19, answered: 20, seconds: 12.4, timed: 19 },
  doses: { taken: 11, later: 2, missed: 1 },
}

/** A report with everything that it can hold. */
const FULL = {
  ...{ name: 'Giuseppe Featherstonehaugh-Papadopoulos', timezone: 'Australia/Perth', days: 90 },
  ...{ from: '2026-08-29', until: '2026-11-26', tooLittle: null, seconds: 16.4 },
  knownFrom: 'We know calls from Sep 12, 2026 on: that’s when Giuseppe Featherstonehaugh-Papadopoulos was added.',
  changes: [
    {
      kind: 'seconds',
      sentence:
        'More time from the ring to the answer. Usually 12 seconds; this week 40. That’s a larger change than usual.',
    },
    { kind: 'doses', sentence: 'Doses missed. Usually none of 14; this week 5. That’s a larger change than usual.' },
  ],
  ...{ rung: 250, firstRing: 220, laterRing: 10, notAnswered: 20 },
  tries: [
    { tries: 1, calls: 220 },
    { tries: 2, calls: 7 },
    { tries: 3, calls: 3 },
  ],
  weeks: [...Array.from({ length: 11 }, () => WEEK), { ...WEEK, seconds: null, timed: 0 }],
  doses: [
    { slot: '08:00', taken: 71, later: 7, missed: 7, unknown: 5 },
    { slot: null, taken: 1, later: 0, missed: 0, unknown: 2 },
  ],
  notPlaced: [
    { why: 'Left out while away.', calls: 5 },
    { why: 'The plan’s calls for the month were used up, and the next month had not begun.', calls: 2 },
  ],
  alertCount: 103,
  alerts: [
    { at: '2026-11-20T00:25:00.000Z', cause: 'help', who: null, how: null },
    { at: '2026-11-14T00:25:00.000Z', cause: 'not_reached', who: 'You', how: "You said all's well." },
    {
      ...{ at: '2026-11-01T00:25:00.000Z', cause: 'uncertain_help', who: 'Alexandrina Featherstonehaugh' },
      how: 'Giuseppe Featherstonehaugh-Papadopoulos answered the 9:30 AM call.',
    },
  ],
}

const reported = (body: object): FakeAnswers => ({
  'GET /api/loved-ones/*/report': (answered) => ({ ...(answered as object), ...body }),
})

/** How a loved one has been. `lovedOneId` was added today. */
export function reportStates(lovedOneId: number): readonly ScreenState[] {
  const path = `/loved-ones/${lovedOneId}/report`
  return [
    { name: 'report, empty', path, ready: text('There are no such weeks yet.') },
    {
      name: 'report, full, with its tables open',
      path,
      answers: reported(FULL),
      ready: h1('How Giuseppe has been'),
      act: async (page) => {
        for (const summary of await page.locator('.as-table > summary').all()) await summary.click()
        await page.getByRole('columnheader', { name: 'Doses missed' }).waitFor()
      },
    },
    {
      name: 'report, ninety days in which nothing differs',
      path,
      answers: reported({ ...FULL, changes: [], alertCount: 0, alerts: [], notPlaced: [], doses: [], knownFrom: null }),
      ready: h1('How Giuseppe has been'),
      act: async (page) => {
        await page.getByRole('tab', { name: '90 days' }).click()
        await text('No figure has changed more than usual.')(page)
      },
    },
    {
      name: 'report, waiting',
      path,
      answers: { 'GET /api/loved-ones/*/report': 'waiting' },
      ready: announced('Loading the figures'),
    },
    {
      name: 'report, failed',
      path,
      answers: { 'GET /api/loved-ones/*/report': 'failed' },
      ready: text('We couldn’t load the figures'),
    },
    {
      name: 'report, of nobody',
      path,
      answers: { 'GET /api/loved-ones/*/report': { status: 404, body: { message: 'Loved one not found' } } },
      ready: text('Loved one not found'),
    },
    {
      name: 'report, a file that cannot be made',
      path,
      answers: { 'GET /api/loved-ones/*/report.pdf': 'failed' },
      ready: text('Download two pages (PDF)'),
      act: async (page) => {
        await press(page, 'Download two pages (PDF)')
        await text(/Something went wrong on our side/)(page)
      },
    },
  ]
}
