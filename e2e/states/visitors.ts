import { CODE_NEEDED } from '#contract/accounts/sign-in/second-factor.ts'
import { STOP_CODE_WRONG } from '#contract/people/stop.ts'
import type { ScreenState } from './screen-state.ts'
import { all, h1, press, submit, text } from './steps.ts'

/** A change is undone by its link: what the server answers, and what the screen says to it. */
function undoing(end: string, { status, message }: { status: number; message: string }, said: string): ScreenState {
  return {
    name: `undo a change, ${end}`,
    path: '/undo-change?token=abc',
    answers: { 'POST /api/profile/undo': { status, body: { message } } },
    ready: h1('Undo a change'),
    act: async (page) => {
      await press(page, 'Undo the change')
      await text(said)(page)
    },
  }
}

/** What somebody sees who is not signed in. */
export const VISITOR_STATES: readonly ScreenState[] = [
  { name: 'front page', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'sign-in', path: '/login', ready: h1('Sign in') },
  {
    name: 'sign-in, nothing typed',
    path: '/login',
    ready: h1('Sign in'),
    act: async (page) => {
      await submit(page, 'Sign In')
      await text('Username is required')(page)
    },
  },
  {
    name: 'sign-in, refused',
    path: '/login',
    answers: { 'POST /api/login': { status: 401, body: { message: 'Invalid username or password' } } },
    ready: h1('Sign in'),
    act: async (page) => {
      await page.getByLabel('Username').fill('robyn')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await submit(page, 'Sign In')
      await text('Invalid username or password')(page)
    },
  },
  {
    name: 'sign-in, a code is asked for',
    path: '/login',
    answers: {
      'POST /api/login': {
        status: 401,
        body: { message: CODE_NEEDED, errors: [{ path: 'code', message: CODE_NEEDED }] },
      },
    },
    ready: h1('Sign in'),
    act: async (page) => {
      await page.getByLabel('Username').fill('robyn')
      await page.getByLabel('Password', { exact: true }).fill('right')
      await submit(page, 'Sign In')
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await submit(page, 'Sign In')
      await page.getByLabel('Code', { exact: true }).and(page.locator('[aria-invalid]')).waitFor()
    },
  },
  {
    name: 'forgotten password, mail wrong',
    path: '/login',
    ready: h1('Sign in'),
    act: async (page) => {
      await press(page, 'Forgot password?')
      await page.getByLabel('Email').fill('nobody')
      await submit(page, 'Send Reset Link')
      await text('Please enter a valid email address')(page)
    },
  },
  {
    name: 'forgotten password, asked for',
    path: '/login',
    ready: h1('Sign in'),
    act: async (page) => {
      await press(page, 'Forgot password?')
      await page.getByLabel('Email').fill('nobody@example.com')
      await submit(page, 'Send Reset Link')
      await text('If an account with this email exists')(page)
    },
  },
  { name: 'register', path: '/register', ready: h1('Create your account') },
  {
    name: 'register, nothing typed',
    path: '/register',
    ready: h1('Create your account'),
    act: async (page) => {
      await submit(page, 'Create Account')
      await text('Username must be at least 3 characters')(page)
    },
  },
  { name: 'reset without a token', path: '/reset-password', ready: text('No reset token found') },
  {
    name: 'reset, typed wrongly',
    path: '/reset-password?token=abc',
    ready: h1('Reset password'),
    act: async (page) => {
      await page.getByLabel('New Password', { exact: true }).fill('weak')
      await submit(page, 'Reset Password')
      await text('Password must be at least 8 characters')(page)
    },
  },
  {
    name: 'reset, done',
    path: '/reset-password?token=abc',
    answers: { 'POST /api/password/reset': { status: 200, body: { message: 'Done' } } },
    ready: h1('Reset password'),
    act: async (page) => {
      await page.getByLabel('New Password', { exact: true }).fill('Sunny-Morning-7')
      await page.getByLabel('Confirm New Password', { exact: true }).fill('Sunny-Morning-7')
      await submit(page, 'Reset Password')
      await text('You’ve changed your password')(page)
    },
  },
  { name: 'undo a change', path: '/undo-change?token=abc', ready: h1('Undo a change') },
  { name: 'undo a change, no token', path: '/undo-change', ready: text('This link is incomplete') },
  undoing(
    'too late',
    { status: 400, message: 'This link has expired or has already been used.' },
    'This link has expired',
  ),
  undoing('done', { status: 200, message: 'Done' }, 'We’ve undone the change'),
  { name: 'stop calls', path: '/stop', ready: h1('Stop calls and texts') },
  {
    name: 'stop calls, the code is asked for',
    path: '/stop',
    answers: {
      'POST /api/stop/code': { status: 202, body: { message: 'Sent' } },
      'POST /api/stop': { status: 400, body: { message: STOP_CODE_WRONG, errors: [] } },
    },
    ready: h1('Stop calls and texts'),
    act: async (page) => {
      await page.getByLabel('Phone number').fill('0491 570 006')
      await submit(page, 'Text me a code')
      await page.getByLabel('Code', { exact: true }).fill('123456')
      await submit(page, 'Stop')
      await text("That code isn't right")(page)
    },
  },
  {
    name: 'stop calls, done',
    path: '/stop',
    answers: {
      'POST /api/stop/code': { status: 202, body: { message: 'Sent' } },
      'POST /api/stop': { status: 200, body: { message: 'This phone gets no calls from Cooee any more.' } },
    },
    ready: h1('Stop calls and texts'),
    act: async (page) => {
      await page.getByLabel('Phone number').fill('0491 570 006')
      await submit(page, 'Text me a code')
      await page.getByLabel('Code', { exact: true }).fill('123456')
      await submit(page, 'Stop')
      await text('This phone gets no calls')(page)
    },
  },
  { name: 'terms', path: '/terms', ready: h1('Terms') },
  { name: 'privacy', path: '/privacy', ready: h1('Privacy') },
  { name: 'contact', path: '/contact', ready: h1('Contact') },
  { name: 'about', path: '/about', ready: h1('About') },
  { name: 'not found', path: '/nowhere', ready: h1('404 Page Not Found') },
  { name: 'sign-in being checked', path: '/dashboard', answers: all('waiting', 'me'), ready: text('Checking you’re') },
]
