import { beforeEach, expect, test } from 'vitest'
import { lockPermits, noticeFailover } from '#server/features/dialling/public.ts'
import {
  alertCall,
  aQueuedAlert,
  care,
  ended,
  incident,
  key,
  MINUTE,
  open,
  pass,
  rings,
  SECOND,
  SUSAN,
  setUpAlertCalls,
  spoken,
  TOM,
  textsTo,
} from '#test/alert-calls-fixture.ts'
import { laggingStandby } from '#test/lagging-standby.ts'

setUpAlertCalls()
beforeEach(async () => {
  await care.db.updateTable('dialFence').set({ movedAt: null, keptUntil: null }).execute()
})

async function lost(work: () => Promise<unknown>): Promise<void> {
  const standby = await laggingStandby(care.databaseUrl)
  await work()
  await standby.promote()
  await noticeFailover(care.db, care.deps)
}

async function incidentTold() {
  await open()
  await care.escalate()
  care.clock.advance(2 * MINUTE)
}

const theRing = () => {
  const { alertId, providerCallId } = rings()[0] ?? {}
  if (!alertId || !providerCallId) throw new Error('No alert rang')
  return { alertId, sid: providerCallId }
}
const susansAlerts = () => care.db.selectFrom('alertCalls').select('alertId').where('phoneNumber', '=', SUSAN).execute()

test('an alert whose step is lost with its ring does not ring again, and its answer counts', async () => {
  await incidentTold()
  await lost(() => pass(SECOND))
  const { alertId, sid } = theRing()
  await pass(SECOND)
  await care.alerts.progressed(alertId, { ...ended(sid, 'completed'), status: 'ringing', endedStatus: null, to: SUSAN })
  expect(care.telephony.stopped).toEqual([])
  expect(spoken(await care.alerts.answered(alertId, sid, SUSAN))).toContain('To check on Margaret, press 1.')
  await care.alerts.heard(alertId, 'first', key('1'), sid)
  expect(await incident()).toMatchObject({ status: 'owned' })
  await care.alerts.progressed(alertId, { ...ended(sid, 'completed'), to: SUSAN })
  for (let seconds = 0; seconds < 120; seconds += 10) await pass(10 * SECOND)
  expect(rings().filter(({ to }) => to === SUSAN)).toHaveLength(1)
  const [alert] = await susansAlerts()
  expect(await alertCall(alert?.alertId ?? 0)).toMatchObject({ state: 'ended', outcome: 'took', providerCallId: sid })
})

test('a key pressed while the database is away counts, even if the step of its alert is lost', async () => {
  await incidentTold()
  await lost(async () => {
    await pass(SECOND)
    const { alertId, sid } = theRing()
    await care.alerts.answered(alertId, sid, SUSAN)
  })
  const { alertId, sid } = theRing()
  await pass(SECOND)
  await care.alerts.heard(alertId, 'first', key('1'), sid, SUSAN)
  expect(await incident()).toMatchObject({ status: 'owned' })
  await care.alerts.progressed(alertId, { ...ended(sid, 'completed'), to: SUSAN })
  for (let seconds = 0; seconds < 120; seconds += 10) await pass(10 * SECOND)
  expect(rings().filter(({ to }) => to === SUSAN)).toHaveLength(1)
})

test('an alert whose ring is over is found at the provider, and the next person is notified', async () => {
  await incidentTold()
  await lost(async () => {
    await pass(SECOND)
    care.telephony.end(theRing().sid, { endedStatus: 'no-answer', status: 'no-answer' })
  })
  for (let seconds = 0; seconds < 90; seconds += 10) await pass(10 * SECOND)
  expect(rings().filter(({ to }) => to === SUSAN)).toHaveLength(1)
  expect(textsTo(TOM)).toHaveLength(1)
})

test('a queued alert that has not rung is rung once', async () => {
  await open()
  await care.escalate()
  const alertId = await aQueuedAlert((await incident()).id)
  await lost(() => care.db.transaction().execute((trx) => lockPermits(trx, care.deps, care.clock.now(), { limit: 1 })))
  expect(await alertCall(alertId)).toMatchObject({ state: 'unknown' })
  await care.escalate()
  expect(rings()).toEqual([])
  for (let seconds = 0; seconds < 60; seconds += 10) await pass(10 * SECOND)
  expect(rings().map((ring) => ring.alertId)).toEqual([alertId])
})

test.each([2, 4, 10])('an alert that is due %i minutes after a fail-over rings once', async (minutes) => {
  await lost(async () => {})
  care.clock.advance(minutes * MINUTE)
  await incidentTold()
  for (let seconds = 0; seconds < 60; seconds += 10) await pass(10 * SECOND)
  expect(rings().filter(({ to }) => to === SUSAN)).toHaveLength(1)
})

test('somebody who picks up an alert of which nothing is known any more is not told that the person was removed', async () => {
  await lost(async () => {})
  expect(spoken(await care.alerts.answered(999_999, 'CA-lost', SUSAN))).toContain('we have lost what we rang about')
  care.clock.advance(20 * MINUTE)
  expect(spoken(await care.alerts.answered(999_999, 'CA-lost', SUSAN))).toContain('has been removed from Cooee')
})
