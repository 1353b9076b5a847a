import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { oneForEach } from '#test/slow-tests.ts'
import {
  axeFindings,
  lostInLargeText,
  lostInWideText,
  sidewaysAt,
  sidewaysAtTwiceTheText,
  silentStates,
  smallTargets,
} from './accessibility-checks.ts'
import { DESKTOP, PHONE, type Visit, type VisitOptions } from './browser.ts'
import { fakeAnswers, realAnswers } from './fake-answers.ts'
import { aFullAccount } from './full-account.ts'
import { movingAnyway, unseenInForcedColours } from './reader-preferences.ts'
import { signIn } from './screens.ts'
import { ACCOUNT_STATES } from './states/account.ts'
import { ADMIN_STATES } from './states/admin.ts'
import { AGREEMENT_STATES } from './states/agreement.ts'
import { callsStates } from './states/calls.ts'
import { contactsStates } from './states/contacts.ts'
import { DASHBOARD_STATES } from './states/dashboard.ts'
import { EMAIL_STATES, VERIFY_STATES } from './states/email.ts'
import { FAMILY_STATES, JOIN_STATES } from './states/family.ts'
import { INCIDENT_STATES } from './states/incident.ts'
import { LOVED_ONES_STATES } from './states/loved-ones.ts'
import { PHONE_STATES } from './states/phone.ts'
import { reportStates } from './states/report.ts'
import { SANDBOX_STATES } from './states/sandbox.ts'
import { scheduleStates } from './states/schedule.ts'
import type { ScreenState } from './states/screen-state.ts'
import { SUBSCRIPTION_STATES } from './states/subscription.ts'
import { talkStates } from './states/talks.ts'
import { tryStates } from './states/try-together.ts'
import { VISITOR_STATES } from './states/visitors.ts'
import { voiceStates } from './states/voice.ts'
import { WEBHOOKS_STATES } from './states/webhooks.ts'

type Open = (options: Partial<VisitOptions>) => Promise<Visit>

/** What lies above the page: a change of the window's width may close it. */
const ABOVE_THE_PAGE = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [popover]:popover-open'

/** The dashboard, loved ones, schedules, contacts and reports of somebody who is signed in: nothing may stand against their use by anybody. */
export function expectNothingAgainstPeople(url: string, open: Open): Promise<void> {
  return expectNothing(open, async (page, check) => {
    const { lovedOneId } = await signInFully(page, url)
    await check([
      ...DASHBOARD_STATES,
      ...LOVED_ONES_STATES,
      ...scheduleStates(lovedOneId),
      ...contactsStates(lovedOneId),
      ...reportStates(lovedOneId),
    ])
  })
}

/** The same for calls, for trying together, for short chats and for a familiar voice. */
export function expectNothingAgainstCalls(url: string, open: Open): Promise<void> {
  return expectNothing(open, async (page, check) => {
    const { lovedOneId, history } = await signInFully(page, url)
    const [finished] = await history()
    const callId = finished?.id ?? 0
    await check([
      ...callsStates(lovedOneId, callId),
      ...tryStates(lovedOneId, callId),
      ...talkStates(lovedOneId, callId),
      ...voiceStates(callId),
    ])
  })
}

/** The same for visitors, contacts and the settings. */
export function expectNothingAgainstVisitors(url: string, open: Open): Promise<void> {
  return expectNothing(open, async (page, check) => {
    await check([...VISITOR_STATES, ...VERIFY_STATES, ...JOIN_STATES, ...INCIDENT_STATES, ...AGREEMENT_STATES])
    await signInFully(page, url)
    await check([...ACCOUNT_STATES, ...FAMILY_STATES])
  })
}

/** The same for the plan, confirming an address and a number, admins and the sandbox. */
export function expectNothingAgainstAdmins(url: string, open: Open): Promise<void> {
  return expectNothing(open, async (page, check) => {
    await signInFully(page, url)
    await check([
      ...SUBSCRIPTION_STATES,
      ...EMAIL_STATES,
      ...PHONE_STATES,
      ...ADMIN_STATES,
      ...WEBHOOKS_STATES,
      // At the end: a phone that somebody sits beside waits for them, and the account's first call would never be over.
      ...SANDBOX_STATES,
    ])
  })
}

async function signInFully(page: Page, url: string): Promise<Awaited<ReturnType<typeof aFullAccount>>> {
  const account = await aFullAccount(url)
  await signIn(page, account)
  return account
}

/** Collects what is found against the states that `visitAll` asks to check: at a desk, then in the same window as narrow as a phone. */
async function expectNothing(
  open: Open,
  visitAll: (page: Page, check: (states: readonly ScreenState[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { page, expectInConsole } = await open({ viewport: DESKTOP, colorScheme: 'light', bypassCSP: true })
  // Failures are played on purpose, and the admin shown has no rights on the server: its polls are refused.
  expectInConsole(/status of (400|401|402|403|404|409|429|500|502|503) /)
  const findings: string[] = []
  const pages = new Set<string>()
  await visitAll(page, async (states) => {
    for (const state of oneForEach(states, ({ path }) => path)) {
      const found = await findingsOf(page, state, pages)
      findings.push(...found.map((finding) => `${state.name}: ${finding}`))
      await realAnswers(page)
    }
  })
  expect(findings).toEqual([])
}

/** `pages` are the addresses that were judged on a phone already. */
async function findingsOf(page: Page, state: ScreenState, pages: Set<string>): Promise<string[]> {
  const found: string[] = []
  await fakeAnswers(page, state.answers ?? {})
  if (state.only !== 'phone') {
    await page.setViewportSize(DESKTOP)
    await reach(page, state)
    found.push(...(await foundAtAnyWidth(page)))
  }
  const above = await page.locator(ABOVE_THE_PAGE).count()
  // From wide to narrow, each width once: every change is laid out and painted.
  if (state.only !== 'phone') found.push(...(await sidewaysAtTwiceTheText(page)), ...(await sidewaysAt(page, 720)))
  if (state.only === 'desktop') return found
  await page.setViewportSize(PHONE)
  const isLost = state.only === 'phone' || (await page.locator(ABOVE_THE_PAGE).count()) < above
  if (isLost) await reach(page, state)
  // A phone shows what the desk has shown already: what does not depend on the width is judged once, and the rest of axe for each
  // page and for what opens on it.
  if (state.only === 'phone') found.push(...(await foundAtAnyWidth(page)))
  else if (state.act || !pages.has(state.path)) found.push(...(await axeFindings(page, { colours: false })))
  pages.add(state.path)
  const narrow = [
    ...(await smallTargets(page)),
    ...(await lostInWideText(page)),
    ...(await lostInLargeText(page)),
    ...(await sidewaysAt(page, 320)),
  ]
  return [...found, ...narrow]
}

async function foundAtAnyWidth(page: Page): Promise<string[]> {
  return [
    ...(await axeFindings(page)),
    ...(await silentStates(page)),
    ...(await unseenInForcedColours(page)),
    ...(await movingAnyway(page)),
  ]
}

async function reach(page: Page, { name, path, ready, act }: ScreenState): Promise<void> {
  try {
    await page.goto(path, { waitUntil: 'commit' })
    await ready(page)
    await act?.(page)
  } catch (error) {
    throw new Error(`"${name}" at ${path} never came about`, { cause: error })
  }
}
