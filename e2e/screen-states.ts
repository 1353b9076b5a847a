import type { Page } from 'playwright-core'
import { z } from 'zod'
import { ACTIVITY_TYPES } from '#contract/activity.ts'
import { TIMELINE_KINDS } from '#contract/calls.ts'
import { CALL_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { FakeAnswers } from './fake-answers.ts'
import { chooseAction, seeHeading } from './screens.ts'

/** A screen as somebody may find it, and how it gets there. */
export interface ScreenState {
  name: string
  path: string
  /** What the server seems to answer. */
  answers?: FakeAnswers
  /** Resolves when all that belongs to the state is there; `act` comes after. */
  ready(page: Page): Promise<unknown>
  /** What the person does to see it; it ends by waiting for what they see. */
  act?(page: Page): Promise<unknown>
  /** Only where the window is at least this wide, or less wide. */
  only?: 'desktop' | 'phone'
}

const h1 = (name: string) => (page: Page) => seeHeading(page, name)
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
/** Words that only assistive tools get have no place on the screen. */
const announced = (words: string | RegExp) => (page: Page) =>
  page.getByText(words).first().waitFor({ state: 'attached' })
const press = async (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
const dialog = (page: Page) => page.getByRole('dialog').last().waitFor()
const question = (page: Page) => page.getByRole('alertdialog').waitFor()
const rows = (page: Page) =>
  page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()
const all = (answer: 'failed' | 'waiting' | 'empty', ...paths: string[]): FakeAnswers =>
  Object.fromEntries(paths.map((path) => [`GET /api/${path}`, answer]))

async function submit(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
}
async function openSelect(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option').first().waitFor()
}

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
      await text('Your password has been changed')(page)
    },
  },
  { name: 'terms', path: '/terms', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'not found', path: '/nowhere', ready: h1('404 Page Not Found') },
  { name: 'sign-in being checked', path: '/dashboard', answers: all('waiting', 'me'), ready: text('Checking you’re') },
]

const DASHBOARD = ['loved-ones', 'calls/history', 'calls/upcoming', 'activity', 'dashboard/stats']

/** One history entry of every status, with a recording and more pages to come. */
function everyStatus(answered: unknown): unknown {
  const [first] = z.array(z.looseObject({ id: z.number() })).parse(answered)
  if (!first) throw new Error('There is no finished call to show')
  const statuses = [...CALL_STATUSES.filter((status) => status !== 'scheduled' && status !== 'in_progress')]
  return Array.from({ length: 50 }, (_, index) => ({
    ...first,
    id: 100_000 - index,
    status: statuses[index % statuses.length],
    recording: index % 2 === 0 ? '/api/calls/1/recording' : null,
    transcript: index % 3 === 0 ? null : 'Cooee: Good morning.\nMargaret: (pressed 1)',
  })).slice(0, 50)
}

/** The first of the finished calls as one that people are being told of. */
function lookedAfter(answered: unknown): unknown {
  const calls = z.array(z.looseObject({})).parse(answered)
  const [first] = calls
  return [
    { ...first, id: 100_001, status: 'missed', incident: { status: 'running', owner: null } },
    { ...first, id: 100_002, incident: { status: 'owned', owner: 'Susan Hartley' } },
    ...calls,
  ]
}

/** A call with everything that a page of details can hold, still going on. */
function everyStep(answered: unknown): unknown {
  const call = z.looseObject({ scheduledTime: z.string() }).parse(answered)
  const at = call.scheduledTime
  const step = { at, contactName: 'Susan Hartley', to: '+61491570110' }
  return {
    ...call,
    status: 'missed',
    reason: 'The phone rang out.',
    incident: { status: 'running', owner: null },
    timeline: TIMELINE_KINDS.map((kind) => ({ at, kind, text: `What was ${kind}` })),
    escalation: {
      status: 'running',
      owner: null,
      steps: [
        { ...step, channel: 'sms', outcome: 'delivered' },
        { ...step, channel: 'call', outcome: 'no answer' },
        { ...step, channel: 'email', to: 'robyn@example.com', outcome: 'sent' },
      ],
    },
  }
}

/** The first contact has answered STOP. */
function withoutTexts(answered: unknown): unknown {
  const contacts = z.array(z.looseObject({})).parse(answered)
  return contacts.map((contact, index) =>
    index === 0 ? { ...contact, textsStoppedAt: '2026-03-10T00:00:00.000Z' } : contact,
  )
}

/** One entry of every type. */
function everyActivity(answered: unknown): unknown {
  const [first] = z.array(z.looseObject({})).parse(answered)
  return ACTIVITY_TYPES.map((activityType, index) => ({ ...first, id: index + 1, activityType }))
}

/** The states of the screens behind the sign-in; `lovedOneId` has contacts. */
export function signedInStates(lovedOneId: number, finishedCallId: number): readonly ScreenState[] {
  const contacts = `/contacts?lovedOneId=${lovedOneId}&lovedOneName=Margaret%20Hartley`
  const schedule = '/calls?schedule=true'
  const scheduleReady = (page: Page) => page.getByRole('dialog').getByLabel('Call Type').waitFor()
  return [
    {
      name: 'dashboard',
      path: '/dashboard',
      answers: { 'GET /api/activity': everyActivity },
      ready: (page) => page.locator('.act').first().waitFor(),
    },
    {
      name: 'dashboard, people being told',
      path: '/dashboard',
      answers: { 'GET /api/calls/history': lookedAfter },
      ready: text('Margaret: Susan Hartley has taken it on'),
    },
    {
      name: 'dashboard, empty',
      path: '/dashboard',
      answers: all('empty', 'loved-ones', 'calls/history', 'calls/upcoming', 'activity'),
      ready: text('Add First Loved One'),
    },
    {
      name: 'dashboard, waiting',
      path: '/dashboard',
      answers: all('waiting', ...DASHBOARD),
      ready: text('Checking today’s calls'),
    },
    {
      name: 'dashboard, failed',
      path: '/dashboard',
      answers: all('failed', ...DASHBOARD),
      ready: async (page) => {
        await text('Error loading activity log')(page)
        await text('Error loading dashboard stats')(page)
        await text('We can’t see today’s calls')(page)
      },
    },
    {
      name: 'menu',
      path: '/dashboard',
      only: 'phone',
      ready: text('View all activity'),
      act: async (page) => {
        await press(page, 'Menu')
        await page.getByRole('navigation', { name: 'Main' }).waitFor()
      },
    },
    { name: 'loved ones', path: '/loved-ones', ready: text('Showing 3 of 3 loved ones') },
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
    { name: 'upcoming calls', path: '/calls', ready: rows },
    {
      name: 'upcoming calls of one',
      path: `/calls?lovedOneId=${lovedOneId}`,
      ready: async (page) => {
        await text('Showing calls for')(page)
        await rows(page)
      },
    },
    {
      name: 'upcoming calls, menu',
      path: '/calls',
      ready: rows,
      act: async (page) => {
        await press(page, /^Actions for/)
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'upcoming calls, empty',
      path: '/calls',
      answers: all('empty', 'calls/upcoming'),
      ready: text('No upcoming calls scheduled'),
    },
    {
      name: 'upcoming calls, waiting',
      path: '/calls',
      answers: all('waiting', 'calls/upcoming'),
      ready: announced('Loading upcoming calls'),
    },
    {
      name: 'upcoming calls, failed',
      path: '/calls',
      answers: all('failed', 'calls/upcoming'),
      ready: text('Failed to load calls'),
    },
    {
      name: 'cancel a call?',
      path: '/calls',
      ready: rows,
      act: async (page) => {
        await chooseAction(page, 'Margaret Hartley', 'Cancel')
        await question(page)
      },
    },
    {
      name: 'a toast of success',
      path: '/calls',
      answers: {
        'POST /api/calls/*/call-now': { status: 500, body: { message: 'The provider is not answering' } },
      },
      ready: rows,
      act: async (page) => {
        await chooseAction(page, 'Margaret Hartley', 'Call Now')
        await text('The provider is not answering')(page)
      },
    },
    { name: 'recurring calls', path: '/calls?tab=recurring', ready: rows },
    {
      name: 'recurring calls, empty',
      path: '/calls?tab=recurring',
      answers: all('empty', 'calls/recurring'),
      ready: text('No recurring calls'),
    },
    {
      name: 'recurring calls, failed',
      path: '/calls?tab=recurring',
      answers: all('failed', 'calls/recurring'),
      ready: text('Failed to load recurring calls'),
    },
    {
      name: 'skip a call, skipped',
      path: '/calls?tab=recurring',
      answers: { 'POST /api/calls/*/skip': { status: 200, body: {} } },
      ready: rows,
      act: async (page) => {
        await chooseAction(page, 'Margaret Hartley', 'Skip next')
        await question(page)
        await press(page, 'Skip call')
        await text('The next call has been skipped')(page)
      },
    },
    {
      name: 'history',
      path: '/calls?tab=history',
      answers: { 'GET /api/calls/history': everyStatus },
      ready: text('Load more'),
    },
    {
      name: 'history, filter open',
      path: '/calls?tab=history',
      ready: (page) => page.getByRole('button', { name: /^View transcript/ }).waitFor(),
      act: (page) => openSelect(page, 'Filter history'),
    },
    {
      name: 'history, empty',
      path: '/calls?tab=history',
      answers: all('empty', 'calls/history'),
      ready: text('No call history yet'),
    },
    {
      name: 'history, failed',
      path: '/calls?tab=history',
      answers: all('failed', 'calls/history'),
      ready: text('Failed to load call history'),
    },
    {
      name: 'transcript',
      path: '/calls?tab=history',
      ready: (page) => page.getByRole('button', { name: /^View transcript/ }).waitFor(),
      act: async (page) => {
        await press(page, /^View transcript/)
        await dialog(page)
      },
    },
    { name: 'call details', path: `/calls/details/${finishedCallId}`, ready: text('Attempts') },
    {
      name: 'call details, live',
      path: `/calls/details/${finishedCallId}`,
      answers: { [`GET /api/calls/${finishedCallId}`]: everyStep },
      ready: text('Who Was Told'),
    },
    {
      name: 'call details, with an incident',
      path: `/calls/details/${finishedCallId}`,
      answers: { 'GET /api/calls/*': (call) => ({ ...z.looseObject({}).parse(call), incidentLink: '/incident/x' }) },
      ready: text('Open the incident'),
    },
    {
      name: 'call details, failed',
      path: '/calls/details/999999999',
      answers: { 'GET /api/calls/*': { status: 404, body: { message: 'Call not found' } } },
      ready: text('Failed to get call details'),
    },
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
      name: 'schedule a call, waiting',
      path: schedule,
      answers: all('waiting', 'loved-ones'),
      ready: dialog,
    },
    { name: 'schedule a call, nobody yet', path: schedule, answers: all('empty', 'loved-ones'), ready: dialog },
    { name: 'contacts', path: contacts, ready: text('Tom Hartley') },
    {
      name: 'contacts, one who takes no texts',
      path: contacts,
      answers: { 'GET /api/contacts': withoutTexts },
      ready: text('Does not take text messages'),
    },
    { name: 'contacts, empty', path: contacts, answers: all('empty', 'contacts'), ready: text('No contacts yet') },
    { name: 'contacts, waiting', path: contacts, answers: all('waiting', 'contacts'), ready: announced(/^Loading/) },
    { name: 'contacts, failed', path: contacts, answers: all('failed', 'contacts'), ready: text('Failed to fetch') },
    {
      name: 'add a contact, nothing typed',
      path: contacts,
      ready: text('Tom Hartley'),
      act: async (page) => {
        await press(page, 'Add Contact')
        await dialog(page)
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await text('Contact name is required')(page)
      },
    },
    {
      name: 'delete a contact?',
      path: contacts,
      ready: text('Tom Hartley'),
      act: async (page) => {
        await press(page, 'Delete Tom Hartley')
        await question(page)
      },
    },
    {
      name: 'activity',
      path: '/activity',
      answers: { 'GET /api/activity': everyActivity },
      ready: (page) => page.locator('.act').first().waitFor(),
    },
    { name: 'activity, empty', path: '/activity', answers: all('empty', 'activity'), ready: h1('Activity Log') },
    { name: 'activity, failed', path: '/activity', answers: all('failed', 'activity'), ready: text('Failed to load') },
    { name: 'subscription', path: '/subscription', ready: h1('Subscription') },
    { name: 'settings', path: '/settings', ready: h1('Settings') },
  ]
}
