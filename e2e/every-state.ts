import { expect } from 'vitest'
import { axeFindings, lostInWideText, sidewaysAt, silentStates, smallTargets } from './accessibility-checks.ts'
import { DESKTOP, PHONE, type Visit, type VisitOptions } from './browser.ts'
import { fakeAnswers, realAnswers } from './fake-answers.ts'
import { aFullAccount } from './full-account.ts'
import { INCIDENT_STATES } from './incident-states.ts'
import { type ScreenState, signedInStates, VISITOR_STATES } from './screen-states.ts'
import { signIn } from './screens.ts'

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
  // Failures are played on purpose.
  expectInConsole(/status of (401|404|500) /)
  const findings: string[] = []
  async function look(states: readonly ScreenState[]) {
    for (const { name, path, answers = {}, ready, act, only = device } of states) {
      if (only !== device) continue
      await fakeAnswers(page, answers)
      try {
        await page.goto(path, { waitUntil: 'commit' })
        await ready(page)
        await act?.(page)
      } catch (error) {
        throw new Error(`"${name}" at ${path} never came about`, { cause: error })
      }
      const found = [
        ...(await axeFindings(page)),
        ...(await silentStates(page)),
        ...(isPhone ? await smallTargets(page) : []),
        ...(isPhone ? await lostInWideText(page) : []),
        ...(await sidewaysAt(page, isPhone ? 320 : 720)),
      ]
      findings.push(...found.map((finding) => `${name}: ${finding}`))
      await realAnswers(page)
    }
  }
  await look(VISITOR_STATES)
  await look(INCIDENT_STATES)
  const account = await aFullAccount(url)
  await signIn(page, account)
  const [finished] = await account.history()
  await look(signedInStates(account.lovedOneId, finished?.id ?? 0))
  expect(findings).toEqual([])
}
