import { expect } from 'vitest'
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
import { callsStates } from './states/calls.ts'
import { contactsStates } from './states/contacts.ts'
import { DASHBOARD_STATES } from './states/dashboard.ts'
import { EMAIL_STATES, VERIFY_STATES } from './states/email.ts'
import { INCIDENT_STATES } from './states/incident.ts'
import { LOVED_ONES_STATES } from './states/loved-ones.ts'
import { PHONE_STATES } from './states/phone.ts'
import { SANDBOX_STATES } from './states/sandbox.ts'
import { scheduleStates } from './states/schedule.ts'
import type { ScreenState } from './states/screen-state.ts'
import { SUBSCRIPTION_STATES } from './states/subscription.ts'
import { VISITOR_STATES } from './states/visitors.ts'
import { WEBHOOKS_STATES } from './states/webhooks.ts'

type Device = 'desktop' | 'phone'

/** Looks at every screen in every state on this device and expects to find nothing against its use by anybody. */
export async function expectNothingInAnyState(
  device: Device,
  url: string,
  open: (options: Partial<VisitOptions>) => Promise<Visit>,
): Promise<void> {
  const isPhone = device === 'phone'
  const { page, expectInConsole } = await open({
    viewport: isPhone ? PHONE : DESKTOP,
    colorScheme: 'light',
    bypassCSP: true,
  })
  // Failures are played on purpose, and the admin shown has no rights on the server: its polls are refused.
  expectInConsole(/status of (400|401|402|403|404|409|429|500|502|503) /)
  const findings: string[] = []
  const pages = new Set<string>()
  async function look(states: readonly ScreenState[]) {
    for (const { name, path, answers = {}, ready, act, only } of states) {
      if (only !== undefined && only !== device) continue
      await fakeAnswers(page, answers)
      try {
        await page.goto(path, { waitUntil: 'commit' })
        await ready(page)
        await act?.(page)
      } catch (error) {
        throw new Error(`"${name}" at ${path} never came about`, { cause: error })
      }
      // A phone shows what the desk has shown already: what does not depend on the width is judged once for each page, for what
      // opens on it, and for what only a phone shows.
      const isNew = !isPhone || only === 'phone' || !pages.has(path)
      pages.add(path)
      const found = [
        ...(isNew || act ? await axeFindings(page, { colours: isNew }) : []),
        ...(await silentStates(page)),
        ...(isNew ? await unseenInForcedColours(page) : []),
        ...(isNew ? await movingAnyway(page) : []),
        ...(isPhone ? await smallTargets(page) : []),
        ...(isPhone ? await lostInWideText(page) : []),
        ...(isPhone ? await lostInLargeText(page) : []),
        ...(await sidewaysAt(page, isPhone ? 320 : 720)),
        ...(isPhone ? [] : await sidewaysAtTwiceTheText(page)),
      ]
      findings.push(...found.map((finding) => `${name}: ${finding}`))
      await realAnswers(page)
    }
  }
  await look(VISITOR_STATES)
  await look(VERIFY_STATES)
  await look(INCIDENT_STATES)
  const account = await aFullAccount(url)
  await signIn(page, account)
  const [finished] = await account.history()
  await look([
    ...DASHBOARD_STATES,
    ...LOVED_ONES_STATES,
    ...callsStates(account.lovedOneId, finished?.id ?? 0),
    ...scheduleStates(account.lovedOneId),
    ...contactsStates(account.lovedOneId),
    ...ACCOUNT_STATES,
    ...SUBSCRIPTION_STATES,
    ...EMAIL_STATES,
    ...PHONE_STATES,
    ...ADMIN_STATES,
    ...WEBHOOKS_STATES,
    // At the end: a phone that somebody sits beside waits for them, and the account's first call would never be over.
    ...SANDBOX_STATES,
  ])
  expect(findings).toEqual([])
}
