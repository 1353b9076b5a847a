import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { press, text } from './steps.ts'

/** The user as somebody with a phone number. */
function withPhone(phoneVerified: boolean, phoneNumber = '+61491570110'): FakeAnswers {
  const change = (answered: unknown) => ({ ...z.looseObject({}).parse(answered), phoneNumber, phoneVerified })
  return { 'GET /api/me': change }
}
const SENT = { status: 202, body: { message: "We've sent a code to +61 491 570 110." } }
const WRONG = "That code isn't right, or it's older than 10 minutes. Please ask for a new one."
const ANSWERS: FakeAnswers = {
  ...withPhone(false),
  'POST /api/phone/code': SENT,
  'POST /api/phone/verify': { status: 400, body: { message: WRONG, errors: [{ path: 'code', message: WRONG }] } },
}
const asked = text('Confirm your mobile')
async function askForCode(page: Page) {
  await press(page, 'Text me a code')
  await text('You can ask again after half a minute')(page)
}
async function typeWrongCode(page: Page) {
  await askForCode(page)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('123456')
  await text("That code isn't right")(page)
}

/** What an account holder sees whose mobile is not proved, or is. */
export const PHONE_STATES: readonly ScreenState[] = [
  { name: 'dashboard, mobile not confirmed', path: '/dashboard', answers: ANSWERS, ready: asked },
  { name: 'dashboard, code texted', path: '/dashboard', answers: ANSWERS, ready: asked, act: askForCode },
  { name: 'dashboard, wrong code', path: '/dashboard', answers: ANSWERS, ready: asked, act: typeWrongCode },
  {
    name: 'settings, code texted before the reload',
    path: '/settings',
    answers: { ...ANSWERS, 'GET /api/phone/code': { status: 200, body: { goodUntil: '2099-01-01T00:10:00.000Z' } } },
    ready: text('Type the code we texted you'),
  },
  {
    name: 'dashboard, mobile that takes no texts',
    path: '/dashboard',
    answers: {
      ...ANSWERS,
      'POST /api/phone/code': { status: 409, body: { message: '+61 491 570 110 takes no texts from us.' } },
    },
    ready: asked,
    act: async (page) => {
      await press(page, 'Text me a code')
      await text('takes no texts from us')(page)
    },
  },
  { name: 'settings, mobile not confirmed', path: '/settings', answers: ANSWERS, ready: asked, act: typeWrongCode },
  {
    name: 'settings, mobile confirmed',
    path: '/settings',
    answers: withPhone(true),
    ready: text('Confirmed: our texts reach you'),
  },
  {
    name: 'settings, a landline',
    path: '/settings',
    answers: withPhone(false, '+61255500143'),
    ready: text('A landline can’t get texts'),
  },
]
