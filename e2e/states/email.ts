import { z } from 'zod'
import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { h1, press, text } from './steps.ts'

/** The user as somebody who has not confirmed their email. */
function unconfirmed(callsWaitForEmail: boolean): FakeAnswers {
  const change = (answered: unknown) => ({
    ...z.looseObject({}).parse(answered),
    emailVerified: false,
    callsWaitForEmail,
  })
  return { 'GET /api/me': change }
}
const RESEND = 'POST /api/email/resend'
const VERIFY = 'POST /api/email/verify'
const PAGE = { path: '/verify-email?token=abc', ready: h1('Confirm your email') } as const

/** What a visitor sees who opens the link of the mail. */
export const VERIFY_STATES: readonly ScreenState[] = [
  { ...PAGE, name: 'confirm the email' },
  { ...PAGE, name: 'confirm the email, no token', path: '/verify-email', ready: text('This link is incomplete') },
  ...(
    [
      ['being confirmed', 'waiting', 'Confirming…'],
      ['done', { status: 200, body: { message: 'Done' } }, 'Your email is confirmed'],
      [
        'used or expired',
        { status: 400, body: { message: 'This link has expired or has already been used.' } },
        'This link has',
      ],
      ['failed', 'failed', 'Something went wrong on our side'],
    ] as const
  ).map(([how, answer, words]) => ({
    ...PAGE,
    name: `confirm the email, ${how}`,
    answers: { [VERIFY]: answer },
    act: async (page: Parameters<ScreenState['ready']>[0]) => {
      await press(page, 'Confirm my email')
      await text(words)(page)
    },
  })),
]

/** What an account holder sees whose email is not confirmed. */
export const EMAIL_STATES: readonly ScreenState[] = [
  { name: 'dashboard, email not confirmed', path: '/dashboard', answers: unconfirmed(true), ready: text('Send again') },
  {
    name: 'upcoming calls, email not confirmed',
    path: '/calls',
    answers: unconfirmed(true),
    ready: text('Send again'),
  },
  {
    name: 'loved ones, email not confirmed',
    path: '/loved-ones',
    answers: unconfirmed(true),
    ready: text('Send again'),
  },
  {
    name: 'dashboard, new email not confirmed',
    path: '/dashboard',
    answers: unconfirmed(false),
    ready: text('Confirm your new email'),
  },
  {
    name: 'dashboard, link sent again',
    path: '/dashboard',
    answers: { ...unconfirmed(true), [RESEND]: { status: 202, body: { message: "We've sent the link again." } } },
    ready: text('Send again'),
    act: async (page) => {
      await press(page, 'Send again')
      await text('check your spam')(page)
    },
  },
  {
    name: 'dashboard, link sent too often',
    path: '/dashboard',
    answers: {
      ...unconfirmed(true),
      [RESEND]: {
        status: 429,
        body: {
          message: "We've sent you several emails in the last hour. Please check your spam, or try again later.",
        },
      },
    },
    ready: text('Send again'),
    act: async (page) => {
      await press(page, 'Send again')
      await text("We've sent you several emails in the last hour. Please check your spam, or try again later.")(page)
    },
  },
  {
    name: 'confirm the email, another link can be sent',
    path: '/verify-email?token=abc',
    answers: { ...unconfirmed(true), [VERIFY]: { status: 400, body: { message: 'This link has expired.' } } },
    ready: h1('Confirm your email'),
    act: async (page) => {
      await press(page, 'Confirm my email')
      await text('We can send another link')(page)
    },
  },
]
