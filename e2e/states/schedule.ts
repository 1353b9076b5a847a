import type { Page } from 'playwright-core'
import { z } from 'zod'
import { chooseTime } from '../screens.ts'
import type { ScreenState } from './screen-state.ts'
import { all, dialog, openSelect, press, submit, text } from './steps.ts'

const schedule = '/calls?schedule=true'
const scheduleReady = (page: Page) => page.getByRole('dialog').getByLabel('Call Type').waitFor()

/** Calls of one loved one on every hour of the next two days. */
function everyHour(answered: unknown): unknown {
  const [call] = z.array(z.looseObject({ lovedOneId: z.number() })).parse(answered)
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  return Array.from({ length: 48 }, (_, index) => ({
    ...call,
    id: 900_000 + index,
    scheduledTime: new Date(hour + index * 3_600_000).toISOString(),
    recurrencePattern: 'once',
    status: 'scheduled',
  }))
}

/** `lovedOneId` can be called. */
export function scheduleStates(lovedOneId: number): readonly ScreenState[] {
  return [
    { name: 'schedule a call', path: schedule, ready: scheduleReady },
    {
      name: 'schedule a call, nothing chosen',
      path: schedule,
      ready: scheduleReady,
      act: async (page) => {
        await submit(page, 'Schedule Call')
        await page.locator('.field__error').first().waitFor()
      },
    },
    {
      name: 'schedule a call, calendar',
      path: schedule,
      ready: scheduleReady,
      act: async (page) => {
        await press(page, /^Date/)
        await page.getByRole('grid').waitFor()
      },
    },
    {
      name: 'schedule a call, times',
      path: schedule,
      ready: scheduleReady,
      act: async (page) => {
        await press(page, /^Time/)
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'schedule a call, patterns',
      path: `${schedule}&lovedOneId=${lovedOneId}`,
      ready: scheduleReady,
      act: async (page) => {
        await openSelect(page, 'Recurrence')
        await page.getByRole('option', { name: 'Custom' }).click()
        await press(page, 'Add another day')
        await page
          .getByRole('button', { name: /^Remove / })
          .nth(1)
          .waitFor()
      },
    },
    {
      name: 'schedule a call, another at the same minute',
      path: `${schedule}&lovedOneId=${lovedOneId}`,
      answers: { 'GET /api/calls/upcoming': everyHour },
      ready: scheduleReady,
      act: text('already has a call then'),
    },
    {
      name: 'schedule a call, at night',
      path: `${schedule}&lovedOneId=${lovedOneId}`,
      ready: scheduleReady,
      act: async (page) => {
        await chooseTime(page, '11:45 PM')
        await submit(page, 'Schedule Call')
        await page.getByRole('alertdialog').waitFor()
      },
    },
    {
      name: 'schedule a call, waiting',
      path: schedule,
      answers: all('waiting', 'loved-ones'),
      ready: dialog,
    },
    { name: 'schedule a call, nobody yet', path: schedule, answers: all('empty', 'loved-ones'), ready: dialog },
  ]
}
