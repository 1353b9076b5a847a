import { z } from 'zod'
import type { ScreenState } from './screen-state.ts'
import { all, announced, dialog, openSelect, press, question, submit, text } from './steps.ts'

/** Everybody waits for another try. */
function betweenTries(answered: unknown): unknown {
  const lovedOnes = z.array(z.looseObject({})).parse(answered)
  return lovedOnes.map((lovedOne) => ({
    ...lovedOne,
    nextCall: {
      scheduledTime: new Date(Date.now() - 60_000).toISOString(),
      callType: 'daily_check_in',
      nextTryAt: new Date(Date.now() + 540_000).toISOString(),
      lastOutcome: 'no_answer',
    },
  }))
}

/** Everybody's phone wants no calls. */
const refused = (answered: unknown): unknown =>
  z
    .array(z.looseObject({}))
    .parse(answered)
    .map((lovedOne) => ({ ...lovedOne, callsRefusedAt: '2026-03-10T00:00:00.000Z' }))

const RINGS_AT_NIGHT =
  'Ring Margaret Hartley at night? In the new timezone a scheduled call rings on Mar 11, 2026 6:00 AM. Please confirm, or change that call first.'
const NIGHT_ASKED = [{ path: 'confirmNight', message: RINGS_AT_NIGHT }]

export const LOVED_ONES_STATES: readonly ScreenState[] = [
  { name: 'loved ones', path: '/loved-ones', ready: text('Showing 3 of 3 loved ones') },
  {
    name: 'loved ones, between two tries',
    path: '/loved-ones',
    answers: { 'GET /api/loved-ones': betweenTries },
    ready: text(/^No answer yet, trying again at/),
  },
  {
    name: 'loved ones, who asked not to be called',
    path: '/loved-ones',
    answers: { 'GET /api/loved-ones': (answered) => refused(answered) },
    ready: text(/has asked not to be called/),
  },
  {
    name: 'loved ones, the number failed',
    path: '/loved-ones',
    answers: { 'GET /api/phone': 'failed' },
    ready: text('We couldn’t load the number'),
  },
  {
    name: 'add a loved one, a name that cannot be spoken',
    path: '/loved-ones?add=true',
    only: 'desktop',
    ready: dialog,
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Olive')
      await page.getByLabel('Phone Number').first().fill('0491 570 006')
      await page.getByLabel(/^Preferred Name/).fill('www.example.com')
      await page.getByLabel(/^Reminder Words/).fill('It costs $5')
      await submit(page, 'Add Loved One')
      await text('Please leave out web and email addresses')(page)
    },
  },
  {
    name: 'loved ones, no match',
    path: '/loved-ones',
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await page.getByLabel('Search loved ones').fill('zzz')
      await text('No matches found')(page)
    },
  },
  {
    name: 'loved ones, filter open',
    path: '/loved-ones',
    ready: text('Showing 3 of 3 loved ones'),
    act: (page) => openSelect(page, 'Filter by service'),
  },
  {
    name: 'loved ones, empty',
    path: '/loved-ones',
    answers: all('empty', 'loved-ones'),
    ready: text('No loved ones added yet'),
  },
  {
    name: 'loved ones, waiting',
    path: '/loved-ones',
    answers: all('waiting', 'loved-ones'),
    ready: announced(/^Loading/),
  },
  {
    name: 'loved ones, failed',
    path: '/loved-ones',
    answers: all('failed', 'loved-ones'),
    ready: text('Failed to load loved ones'),
  },
  {
    name: 'add a loved one, nothing typed',
    path: '/loved-ones?add=true',
    ready: dialog,
    act: async (page) => {
      await submit(page, 'Add Loved One')
      await text('Name must be at least 2 characters')(page)
    },
  },
  {
    name: 'add a loved one, refused',
    path: '/loved-ones?add=true',
    answers: { 'POST /api/loved-ones': 'failed' },
    ready: dialog,
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Olive')
      await page.getByLabel('Phone Number').first().fill('0491 570 006')
      await submit(page, 'Add Loved One')
      await text(/Something went wrong on our side/)(page)
    },
  },
  {
    name: 'add a loved one, timezones',
    path: '/loved-ones?add=true',
    ready: dialog,
    act: (page) => openSelect(page, 'Timezone'),
  },
  {
    name: 'add a loved one, additional part',
    path: '/loved-ones?add=true',
    only: 'phone',
    ready: dialog,
    act: async (page) => {
      await page.getByRole('tab', { name: 'Additional Info' }).click()
      await page.getByLabel(/^Notes/).waitFor()
    },
  },
  {
    name: 'edit a loved one',
    path: '/loved-ones',
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await press(page, /^Edit Details/)
      await page.getByRole('button', { name: /^Remove / }).waitFor()
    },
  },
  {
    name: 'edit a loved one, waiting',
    path: '/loved-ones',
    answers: { 'GET /api/loved-ones/*': 'waiting' },
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await press(page, /^Edit Details/)
      await announced('Loading their details')(page)
    },
  },
  {
    name: 'edit a loved one, failed',
    path: '/loved-ones',
    answers: { 'GET /api/loved-ones/*': { status: 404, body: { message: 'Loved one not found' } } },
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await press(page, /^Edit Details/)
      await text('Failed to load loved one')(page)
    },
  },
  {
    name: 'edit a loved one, a call that would ring at night',
    path: '/loved-ones',
    answers: { 'PATCH /api/loved-ones/*': { status: 400, body: { message: RINGS_AT_NIGHT, errors: NIGHT_ASKED } } },
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await press(page, /^Edit Details/)
      await submit(page, 'Save Changes')
      await question(page)
    },
  },
  {
    name: 'edit a loved one, who moves to another timezone',
    path: '/loved-ones',
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit Details for Margaret Hartley' }).click()
      await openSelect(page, 'Timezone')
      await page.getByRole('option', { name: /Perth/ }).click()
      await text('This changes when we ring')(page)
    },
  },
  {
    name: 'leave changes?',
    path: '/loved-ones?add=true',
    ready: dialog,
    act: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Olive')
      await page.keyboard.press('Escape')
      await question(page)
    },
  },
  {
    name: 'remove a loved one?',
    path: '/loved-ones',
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await press(page, /^Edit Details/)
      await press(page, /^Remove /)
      await question(page)
    },
  },
  // Last: the layout is remembered.
  {
    name: 'loved ones as a list with an open menu',
    path: '/loved-ones',
    only: 'desktop',
    ready: text('Showing 3 of 3 loved ones'),
    act: async (page) => {
      await press(page, 'List')
      await press(page, /^Actions for Giuseppe/)
      await page.getByRole('menu').waitFor()
    },
  },
]
