import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { forgetOldWords } from '#server/features/account-data/forget-old-words.ts'
import { removeContact } from '#server/features/contacts/contacts.ts'
import { resolveByCheckIn } from '#server/features/incidents/end-incident.ts'
import { openIncident, walkIncidents } from '#server/features/incidents/public.ts'
import { isAlertStillWanted } from '#server/features/incidents/still-wanted.ts'
import { DELIVERY_PATIENCE, deliveryHandlers, enqueueMessage } from '#server/features/messages/public.ts'
import { NINE_IN_SYDNEY } from './care-fixture.ts'
import {
  account,
  aMissed,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  lovedOneId,
  MINUTE,
  pass,
  ring,
  SUSAN,
  spoken,
  textsTo,
  write,
} from './check-in-fixture.ts'

const ROBYN = '+61491570150'
const NEW_PHONE = '+61491570151'
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

describe('an account holder who has another phone', () => {
  test('is rung and written to there, for what is open as well', async () => {
    await care.db.updateTable('accounts').set({ phoneNumber: ROBYN }).where('id', '=', account.id).execute()
    await open('help')
    await care.db.updateTable('accounts').set({ phoneNumber: NEW_PHONE }).where('id', '=', account.id).execute()
    await escalateFor(5)
    expect(rung()).not.toContain(ROBYN)
    expect(rung()).toContain(NEW_PHONE)
  })
})

test('a contact who was taken off the list is not rung for a ring that still waited for its place', async () => {
  await open()
  care.clock.advance(2 * MINUTE)
  while ((await walkIncidents(care.deps.incidents)) > 0);
  const owed = await care.db.selectFrom('alertCalls').select('phoneNumber').where('state', '=', 'owed').execute()
  expect(owed).toEqual([{ phoneNumber: SUSAN }])
  const susan = await care.db
    .selectFrom('contacts')
    .select('id')
    .where('phoneNumber', '=', SUSAN)
    .executeTakeFirstOrThrow()
  await removeContact(care.db, account.id, susan.id)
  await care.escalate()
  expect(rung()).toEqual([])
})

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
})

test('a contact who was taken off the list gets no text that could not leave before', async () => {
  const texts = textLine()
  texts.isAway = true
  await open('not_reached', texts.deps)
  await texts.deliver()
  const susan = await care.db
    .selectFrom('contacts')
    .select('id')
    .where('phoneNumber', '=', SUSAN)
    .executeTakeFirstOrThrow()
  await removeContact(care.db, account.id, susan.id)
  texts.isAway = false
  for (let minute = 0; minute < 10; minute++) {
    care.clock.advance(MINUTE)
    await texts.deliver()
  }
  expect(texts.arrived).toEqual([])
})

test('what did not arrive is not shown as sent once its message has been forgotten', async () => {
  const callId = await aRinging()
  const { deps } = textLine()
  await care.db.transaction().execute((trx) =>
    openIncident(deps, trx, {
      accountId: account.id,
      lovedOneId,
      callId,
      cause: 'not_reached',
      headline: HEADLINES.not_reached,
      detail: null,
    }),
  )
  while ((await walkIncidents(deps)) > 0);
  await care.db.updateTable('messages').set({ failedAt: care.clock.now(), error: 'Unreachable' }).execute()
  const outcomes = async () =>
    (await care.call(account, callId)).escalation?.steps.map(({ channel, outcome }) => `${channel} ${outcome}`)
  const before = await outcomes()
  expect(before).toContain('sms not delivered')
  await care.db
    .transaction()
    .execute((trx) => resolveByCheckIn(deps, trx, { lovedOneId, how: 'Margaret has rung Cooee.' }))
  await endLast()
  care.clock.set(new Date('2028-05-10T09:00:00+10:00'))
  await care.db.updateTable('messages').set({ sentAt: NINE_IN_SYDNEY }).where('failedAt', 'is', null).execute()
  await forgetOldWords({ ...care.deps, retentionMonths: 24 })
  expect(await care.db.selectFrom('messages').select('id').execute()).toEqual([])
  expect(await outcomes()).toEqual(before)
})

describe('a contact who was taken off the list while somebody is looked for', () => {
  async function takeOff() {
    const susan = await care.db
      .selectFrom('contacts')
      .select('id')
      .where('phoneNumber', '=', SUSAN)
      .executeTakeFirstOrThrow()
    await removeContact(care.db, account.id, susan.id)
  }

  test('and answers all the same does not read that it is over', async () => {
    await open()
    await takeOff()
    expect(await write('1', SUSAN)).not.toContain('It is over')
  })

  test('and rings back does not hear that it is over', async () => {
    await open()
    const rang = await ring(SUSAN)
    await takeOff()
    expect(await rang.press('incident', '1')).not.toContain('It is over')
  })
})

describe('the all-clear after a medication reminder that was not given', () => {
  async function answerLast() {
    const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
    await care.facts.answered(attemptId, providerCallId ?? '')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
    await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast('completed')
  }
  const allClear = () =>
    care.told.map(({ text }) => text).findLast((text) => /all clear|Nobody needs to do anything further/.test(text))

  test('says that what the reminder asked is still open, when she answers the catch-up call', async () => {
    await care.db.updateTable('accounts').set({ phoneNumber: ROBYN }).where('id', '=', account.id).execute()
    await care.aCall(account, { lovedOneId, callType: 'medication_reminder' })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR))
    await care.dispatch()
    await answerLast()
    expect(allClear()).toContain('What the 9:00 AM call asked is still open.')
  })

  test('says so when she answers the next call after one that rang out', async () => {
    await care.db.updateTable('accounts').set({ phoneNumber: ROBYN }).where('id', '=', account.id).execute()
    await aMissed({ callType: 'medication_reminder' })
    await care.aCall(account, { lovedOneId, at: new Date(care.clock.now().getTime() + HOUR) })
    await pass(HOUR)
    await answerLast()
    expect(allClear()).toContain('What the 9:00 AM call asked is still open.')
  })
})

test.each(['3 +61 491 570 678', '3 0491 570 678', '3 0491570678'])(
  'of two people of one name "%s" means the one whose number it is, as it was written in the alert',
  async (text) => {
    await care.db
      .updateTable('lovedOnes')
      .set({ name: 'Mum', phoneNumber: '+61491570678', secondPhoneNumber: null })
      .execute()
    await open()
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { name: 'Mum', phoneNumber: '+61291570678' })
    const of = { accountId: other.id, lovedOneId: theirs }
    await care.db
      .insertInto('contacts')
      .values({ ...of, name: 'Sue', phoneNumber: SUSAN, contactType: 'family', isEmergencyContact: true, position: 1 })
      .execute()
    const headline = 'Mum was not reached by the 9:00 AM call'
    await care.db
      .transaction()
      .execute((trx) =>
        openIncident(care.deps.incidents, trx, { ...of, callId: null, cause: 'not_reached', headline, detail: null }),
      )
    await care.escalate()
    await write(text, SUSAN)
    const incidents = await care.db.selectFrom('incidents').select('status').orderBy('id').execute()
    expect(incidents.map(({ status }) => status)).toEqual(['resolved', 'running'])
  },
)

test('a contact whose ring the provider keeps queued gets at most six texts an hour about one request for help', async () => {
  await open('help')
  await escalateFor(60)
  expect(textsTo(SUSAN).length).toBeLessThanOrEqual(6)
})
