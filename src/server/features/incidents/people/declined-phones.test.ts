import { expect, test } from 'vitest'
import { applyDecline } from '#server/features/refusals/public.ts'
import { escalateAfter, open, setUpAlerted, TOM } from '#test/alerted-fixture.ts'
import { account, care, SUSAN } from '#test/check-in-fixture.ts'
import { dialAlert } from '../alert-calls/alert-dial.ts'
import { claimQueuedAlerts } from '../alert-calls/queued-alerts.ts'
import { advanceIncidents } from '../steps/advance-incidents.ts'

setUpAlerted()

const declines = (phoneNumber: string, accountId = account.id) =>
  care.db
    .transaction()
    .execute((trx) =>
      applyDecline({ ...care.deps, publicUrl: 'https://cooee.example' }, trx, { accountId, phoneNumber }),
    )
const rung = () => new Set(care.telephony.alertsDialled.map(({ to }) => to))
async function untilEverybodyIsNotified() {
  for (let minute = 0; minute < 20; minute++) await escalateAfter(1)
}

test('a phone that would rather not be called by this family is texted about an incident, and not rung', async () => {
  await declines(SUSAN)
  await open()
  await untilEverybodyIsNotified()
  expect(rung()).toContain(TOM)
  expect(rung()).not.toContain(SUSAN)
  expect(care.notified.map(({ recipient }) => recipient)).toContain(SUSAN)
})

test('somebody who has agreed to be a contact is rung, whatever they said about calls of their own', async () => {
  const now = care.clock.now()
  await declines(SUSAN)
  await care.db
    .updateTable('contacts')
    .set({ state: 'agreed', agreedAt: now, answeredAt: now })
    .where('phoneNumber', '=', SUSAN)
    .execute()
  await open()
  await untilEverybodyIsNotified()
  expect(rung()).toContain(SUSAN)
})

test('a no to one family does not keep the alerts of another from ringing', async () => {
  await declines(SUSAN, (await care.anAccount()).id)
  await open()
  await untilEverybodyIsNotified()
  expect(rung()).toContain(SUSAN)
})

test('a phone that declines between the decision to ring it and the dial is not rung', async () => {
  await open()
  care.clock.advance(5 * 60_000)
  while ((await advanceIncidents(care.deps.incidents)) > 0);
  const { claimed } = await claimQueuedAlerts(care.deps.incidents, 10)
  expect(claimed.map(({ to }) => to)).toContain(SUSAN)
  await declines(SUSAN)
  for (const alert of claimed) await dialAlert(care.deps.incidents, alert)
  expect(rung()).not.toContain(SUSAN)
})
