import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/call-now.ts'
import { resolveByCheckIn } from '#server/features/incidents/end-incident.ts'
import { createAlertDialler, openIncident, tellOfRemoval, walkIncidents } from '#server/features/incidents/public.ts'
import { isAlertStillWanted } from '#server/features/incidents/still-wanted.ts'
import { type LovedOnesDeps, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { DELIVERY_PATIENCE, deliveryHandlers, enqueueMessage } from '#server/features/messages/public.ts'
import { NINE_IN_SYDNEY } from './care-fixture.ts'
import {
  account,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  lovedOneId,
  MINUTE,
  pass,
  SUSAN,
  spoken,
  textsTo,
  write,
} from './check-in-fixture.ts'

const ROBYN = '+61491570150'
type Cause = 'not_reached' | 'help' | 'unclear'
const HEADLINES = {
  not_reached: 'Margaret Hartley was not reached by the 9:00 AM call',
  help: 'Margaret Hartley asked for help by text message',
  unclear: 'Margaret Hartley answered the 9:00 AM call and said something that we could not understand',
}
async function open(cause: Cause = 'not_reached', deps = care.deps.incidents) {
  await care.db.transaction().execute((trx) =>
    openIncident(deps, trx, {
      accountId: account.id,
      lovedOneId,
      callId: null,
      cause,
      headline: HEADLINES[cause],
      detail: null,
    }),
  )
  while ((await walkIncidents(deps)) > 0);
}
const rung = () => care.telephony.alertsDialled.map(({ to }) => to)
async function escalateFor(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    care.clock.advance(MINUTE)
    await care.settle()
    await care.escalate()
  }
}

/** Texts as the product delivers them, through a provider that may be away: what arrived at whom, in its order. */
function textLine() {
  const deps = {
    ...care.deps.incidents,
    tell: (...[trx, notice]: Parameters<typeof care.deps.incidents.tell>) =>
      enqueueMessage(care.jobs, trx, { ...notice, isUrgent: true, createdAt: care.clock.now() }),
  }
  const arrived: { to: string; text: string }[] = []
  const line = { deps, arrived, isAway: false, deliver }
  care.jobs.sent.length = 0
  const handlers = deliveryHandlers({
    ...care.deps,
    log: pino({ level: 'silent' }),
    patience: DELIVERY_PATIENCE,
    mail: { close: () => {}, send: async () => ({ kind: 'accepted', providerId: null }) },
    texts: {
      async send({ text, to }) {
        if (line.isAway) return { kind: 'unreachable', reason: 'connection refused' }
        arrived.push({ to, text })
        return { kind: 'accepted', providerId: null }
      },
      find: async () => ({ kind: 'absent' }),
    },
    isStillWanted: (messageId) => isAlertStillWanted(care.db, messageId),
    onInstead: async () => {},
    onUndelivered: async () => {},
  })
  async function deliver(): Promise<void> {
    await care.jobs.runDue(handlers, care.clock.now())
  }
  return line
}

describe('an alert by phone that the provider keeps queued', () => {
  async function ringSusan() {
    await open()
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const alert = care.telephony.alertsDialled[0]
    expect(alert).toMatchObject({ to: SUSAN })
    return { alertId: alert?.alertId ?? 0, providerCallId: alert?.providerCallId ?? '' }
  }

  test('for longer than is waited for says something when it rings after all', async () => {
    const { alertId, providerCallId } = await ringSusan()
    await escalateFor(20)
    expect(spoken(await care.alerts.answered(alertId, providerCallId))).not.toBe('')
  })

  test('for longer than is waited for is cancelled there', async () => {
    const { providerCallId } = await ringSusan()
    await escalateFor(30)
    expect(care.telephony.stopped).toContain(providerCallId)
  })

  test('is cancelled there once somebody has it, also where the provider was away for two minutes', async () => {
    const { providerCallId } = await ringSusan()
    care.telephony.isDown = true
    await write('3', SUSAN)
    await escalateFor(2)
    care.telephony.isDown = false
    await escalateFor(5)
    expect(care.telephony.stopped).toContain(providerCallId)
  })
})

test('"did not answer" is not said of somebody whose only try the provider could not connect', async () => {
  const callId = await aRinging()
  const { attemptId, providerCallId } = dials()[0] ?? { attemptId: 0, providerCallId: '' }
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: providerCallId ?? '', status: 'failed', endedStatus: 'failed' },
    ...{ answeredBy: null, durationSeconds: null },
  })
  // Cooee was not running when the next try was due.
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR))
  await care.dispatch()
  await care.escalate()
  expect((await care.call(account, callId)).reason).not.toContain('did not answer')
  expect(textsTo(SUSAN).join(' ')).not.toMatch(/not reached|did not answer/)
})

test('what was not understood four days ago wakes no contact at three in the morning after an outage', async () => {
  await open('unclear')
  care.clock.set(new Date('2026-03-14T03:00:00+11:00'))
  await escalateFor(30)
  expect(rung()).toEqual([])
})

test.each([3, 25])(
  'an all-clear that could not leave for %s minutes does not arrive after a later request for help',
  async (minutes) => {
    const texts = textLine()
    await open('not_reached', texts.deps)
    await texts.deliver()
    texts.isAway = true
    const how = 'Margaret has rung Cooee.'
    await care.db.transaction().execute((trx) => resolveByCheckIn(texts.deps, trx, { lovedOneId, how }))
    for (let minute = 0; minute < minutes; minute++) {
      await texts.deliver()
      care.clock.advance(MINUTE)
    }
    await texts.deliver()
    // Texts can leave again, and before the next try of the all-clear she asks for help.
    care.clock.advance(5_000)
    texts.isAway = false
    await open('help', texts.deps)
    for (let minute = 0; minute < 30; minute++) {
      await texts.deliver()
      care.clock.advance(MINUTE)
    }
    expect(texts.arrived.map(({ text }) => /all clear|asked for help|not reached/.exec(text)?.[0]).at(-1)).toBe(
      'asked for help',
    )
  },
)

test('after five hours in which no text and no call could leave a contact gets one text, not one for each round', async () => {
  const texts = textLine()
  const dialler = createAlertDialler(texts.deps)
  texts.isAway = true
  await open('not_reached', texts.deps)
  async function live(minutes: number) {
    for (let minute = 0; minute < minutes; minute++) {
      care.clock.advance(MINUTE)
      const refusals = Array.from({ length: 20 }, () => ({ kind: 'not_placed', reason: 'ECONNREFUSED' }) as const)
      care.telephony.outcomes.splice(0, 99, ...(texts.isAway ? refusals : []))
      await care.settle()
      while ((await walkIncidents(texts.deps)) > 0);
      await dialler.look()
      await dialler.idle()
      await texts.deliver()
    }
  }
  await live(5 * 60)
  texts.isAway = false
  await live(20)
  expect(texts.arrived.filter(({ to }) => to === SUSAN).length).toBeLessThanOrEqual(2)
})

describe('somebody who has answered "not yet"', () => {
  async function answeredNotYet() {
    const callId = await aRinging({ callType: 'medication_reminder' })
    const { attemptId, providerCallId } = dials()[0] ?? { attemptId: 0, providerCallId: '' }
    await care.facts.answered(attemptId, providerCallId ?? '')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
    await care.facts.heard(attemptId, 'question 2', { keys: '2', speech: '' })
    await endLast('completed')
    expect((await care.call(account, callId)).attempts).toMatchObject([{ outcome: 'not_yet' }])
    return callId
  }

  test('is not said not to have answered where Cooee was not running when she was to be rung again', async () => {
    const callId = await answeredNotYet()
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR))
    await care.dispatch()
    await care.escalate()
    expect((await care.call(account, callId)).reason).not.toContain('did not answer')
    expect(care.told.map(({ text }) => text).join(' ')).not.toMatch(/was not reached|did not answer/)
  })

  test('is not said not to have been reached where the provider does not take the next try', async () => {
    await answeredNotYet()
    for (let minutes = 0; minutes < 60; minutes++) {
      care.telephony.outcomes.splice(
        0,
        99,
        ...Array.from({ length: 20 }, () => ({ kind: 'not_placed', reason: '401' }) as const),
      )
      await pass(MINUTE)
    }
    await care.escalate()
    expect(care.told.map(({ text }) => text).join(' ')).not.toMatch(
      /was not reached|did not answer|call to Margaret Hartley could not be placed/,
    )
  })
})

describe('a loved one who is removed while a contact’s phone rings', () => {
  async function ringAndRemove() {
    await open()
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const { alertId = 0, providerCallId } = care.telephony.alertsDialled[0] ?? {}
    const beforeRemoving: LovedOnesDeps['beforeRemoving'] = (trx, removal) =>
      tellOfRemoval(care.deps.incidents, trx, removal)
    await removeLovedOne({ ...care.deps, beforeRemoving }, account.id, lovedOneId)
    return { alertId, sid: providerCallId ?? '' }
  }

  test('it is stopped', async () => {
    const { sid } = await ringAndRemove()
    await escalateFor(5)
    expect(care.telephony.stopped).toContain(sid)
  })

  test('whoever picks up hears that it is over', async () => {
    const { alertId, sid } = await ringAndRemove()
    expect(spoken(await care.alerts.answered(alertId, sid))).not.toBe('')
  })
})

test('a phone that rings for an alert about somebody who was removed since is not rung by a care call beside it', async () => {
  const susans = await care.aLovedOne(account, { name: 'Susan Hartley', phoneNumber: SUSAN })
  await care.aCall(account, { lovedOneId: susans, at: new Date(NINE_IN_SYDNEY.getTime() + 2 * MINUTE) })
  await open()
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + MINUTE + 50_000))
  await care.escalate()
  expect(rung()).toEqual([SUSAN])
  const beforeRemoving: LovedOnesDeps['beforeRemoving'] = (trx, removal) =>
    tellOfRemoval(care.deps.incidents, trx, removal)
  await removeLovedOne({ ...care.deps, beforeRemoving }, account.id, lovedOneId)
  await pass(15_000)
  expect(dials()).toEqual([])
})

test('an alarm that a machine raised is withdrawn, also where Call Now was pressed once more meanwhile', async () => {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.advance(-HOUR)
  await callNow(care.deps, account, callId)
  await care.dispatch()
  const { attemptId, providerCallId } = dials()[0] ?? { attemptId: 0, providerCallId: '' }
  await care.facts.answered(attemptId, providerCallId ?? '')
  for (const [step, speech] of [
    ['listen 1', ''],
    ['question 2', "help I've had a fall"],
    ['confirm_help 3', 'yes'],
  ] as const) {
    await care.facts.heard(attemptId, step, { keys: '', speech })
  }
  await endLast('completed')
  await callNow(care.deps, account, callId)
  await care.dispatch()
  expect(dials()).toHaveLength(2)
  await care.facts.lineTakenBy(attemptId, providerCallId ?? '', 'machine')
  const { withdrawnAt } = await care.db.selectFrom('incidents').select('withdrawnAt').executeTakeFirstOrThrow()
  expect(withdrawnAt).not.toBeNull()
})

test('a call that Cooee did not place later in the evening does not silence the rings for one that was missed before it', async () => {
  const at = (time: string) => new Date(`2026-03-10T${time}:00+11:00`)
  const [missed, unplaced] = [
    await care.aCall(account, { lovedOneId, at: at('22:00') }),
    await care.aCall(account, { lovedOneId, at: at('22:30') }),
  ]
  const happens = (callId: number, cause: 'not_reached' | 'not_placed', headline: string) =>
    care.db.transaction().execute((trx) =>
      openIncident(care.deps.incidents, trx, {
        accountId: account.id,
        lovedOneId,
        callId,
        cause,
        headline,
        detail: null,
      }),
    )
  care.clock.set(at('22:20'))
  await happens(missed, 'not_reached', 'Margaret Hartley was not reached by the 10:00 PM call')
  await care.db.deleteFrom('calls').where('id', 'not in', [missed, unplaced]).execute()
  await escalateFor(5)
  expect(rung()).toEqual([SUSAN])
  await care.alerts.progressed(care.telephony.alertsDialled[0]?.alertId ?? 0, {
    ...{
      providerCallId: care.telephony.alertsDialled[0]?.providerCallId ?? '',
      answeredBy: null,
      durationSeconds: null,
    },
    ...{ status: 'no-answer', endedStatus: 'no-answer' },
  })
  // Cooee was not running from half past ten to ten past twelve.
  care.clock.set(new Date('2026-03-11T00:10:00+11:00'))
  await happens(unplaced, 'not_placed', 'Cooee could not place the 10:30 PM call to Margaret Hartley')
  await escalateFor(90)
  expect(rung().length).toBeGreaterThan(1)
})

test('contacts are told as soon as the account holder’s time is over, where the catch-up call was missed meanwhile', async () => {
  await care.db.updateTable('accounts').set({ phoneNumber: ROBYN }).where('id', '=', account.id).execute()
  await care.aCall(account, { lovedOneId })
  care.clock.set(new Date('2026-03-11T03:00:00+11:00'))
  await care.dispatch()
  care.clock.set(new Date('2026-03-11T07:00:00+11:00'))
  await care.dispatch()
  await write('1', ROBYN)
  for (let minutes = 0; minutes < 45; minutes++) {
    await pass(MINUTE)
    const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
    await care.facts.progressed(attemptId, {
      ...{ providerCallId: providerCallId ?? '', answeredBy: null, durationSeconds: null },
      ...{ status: 'no-answer', endedStatus: 'no-answer' },
    })
    await care.escalate()
  }
  const incident = await care.db.selectFrom('incidents').select(['cause', 'status']).executeTakeFirstOrThrow()
  expect(incident).toMatchObject({ cause: 'not_reached', status: 'running' })
  expect(textsTo(SUSAN)).not.toEqual([])
})

test('a catch-up call that the account holder starts at night is not lost by one dial that the provider did not take', async () => {
  await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T18:00:00+11:00') })
  care.clock.set(new Date('2026-03-10T22:00:00+11:00'))
  await care.dispatch()
  const catchUp = await care.db
    .selectFrom('calls')
    .select('id')
    .where('catchUpFor', 'is not', null)
    .executeTakeFirstOrThrow()
  await callNow(care.deps, account, catchUp.id)
  care.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
  for (let minutes = 0; minutes < 10; minutes++) await pass(MINUTE)
  expect(dials().filter(({ providerCallId }) => providerCallId !== null)).toHaveLength(1)
})
