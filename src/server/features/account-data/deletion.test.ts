import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteRemovedAlerts, wasAlertedOfRemoved } from '#server/features/incidents/public.ts'
import { DELIVERY_TIMEOUTS, deliveryHandlers } from '#server/features/messages/public.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { anAccountWithEverything, PRIVATE } from '#test/an-account-with-everything.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { dump, tablesOfAccounts } from '#test/database-catalogue.ts'
import { A_PASSWORD, aRegistration } from '#test/factories.ts'
import { type DeletionDeps, deleteAccounts } from './delete-accounts.ts'

const DAY = 86_400_000
const SUSAN = '+61491570157'
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let cooee: CallsFixture
let ended: number[]
let deps: DeletionDeps
beforeAll(async () => {
  cooee = await callsFixture()
})
beforeEach(async () => {
  for (const table of ['accounts', 'messages', 'removedAlerts'] as const) await cooee.db.deleteFrom(table).execute()
  await cooee.moveTo(TUESDAY_ELEVEN)
  ended = []
  deps = {
    ...cooee,
    log,
    endSubscription: async (accountId) => {
      ended.push(accountId)
      return 'ended'
    },
  }
})
afterAll(() => cooee.close())

const plan = (carer: SignedIn, password = A_PASSWORD) => carer.post('/api/account/deletion', { password })
const exists = async (carer: SignedIn) =>
  (await cooee.db.selectFrom('accounts').select('id').where('id', '=', carer.user.circle.id).executeTakeFirst()) !==
  undefined
const pass = (days: number) => cooee.clock.advance(days * DAY)

/** Everything that is due, and every retry, is answered. */
async function answerCalls(): Promise<void> {
  const now = cooee.clock.now()
  await cooee.db
    .updateTable('calls')
    .set({ status: 'completed', dialAt: null, dialBy: null, endedAt: now })
    .where('scheduledFor', '<=', now)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .execute()
}

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const outbox = await cooee.local('GET', '/api/sandbox/outbox')
  return outbox.json().filter((message: { to: string }) => message.to === email)
}

async function deliverMails(taken: string[] = []) {
  const texts = { send: async () => ({ kind: 'kept' }) as const, find: async () => ({ kind: 'absent' }) as const }
  const mail = {
    close: () => {},
    send: async ({ to, subject }: { to: string; subject: string }) => {
      taken.push(`${to}: ${subject}`)
      return { kind: 'accepted', providerId: null } as const
    },
  }
  const delivery = {
    ...{ ...cooee, log, mail, texts, push: scriptedPush(), timeouts: DELIVERY_TIMEOUTS },
    ...{ limits: NO_LIMITS, publicUrl: 'http://localhost:3000' },
    onUndelivered: async () => {},
    onFallback: async () => {},
    isStillNeeded: async () => true,
  }
  const handlers = deliveryHandlers(delivery)
  const { sent } = cooee.jobs
  const others = sent.splice(0).filter((job) => {
    if (handlers.some((handler) => handler.job.name === job.name)) sent.push(job)
    return !handlers.some((handler) => handler.job.name === job.name)
  })
  await cooee.jobs.runDue(handlers, cooee.clock.now())
  sent.push(...others)
}

describe('requests for deletion', () => {
  test('a request for deletion gives a week, says so by mail and on every screen, and changes nothing else', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    const call = await cooee.aCall(jane, { lovedOneId })
    const answer = await plan(jane)
    expect(answer.statusCode).toBe(200)
    const deleteAt = new Date(TUESDAY_ELEVEN.getTime() + 7 * DAY).toISOString()
    expect(answer.json()).toEqual({ deleteAt })
    expect((await jane.get('/api/me')).json()).toEqual({ ...jane.user, deleteAt })
    const [mail] = await mailsTo(jane.user.email)
    expect(mail?.subject).toBe("We'll delete your Cooee account on Mar 17, 2026")
    expect(mail?.text).toContain('on Mar 17, 2026 11:00 AM')
    expect(mail?.text).toContain('http://localhost:3000/settings?tab=security')
    pass(6.9)
    expect(await deleteAccounts(deps)).toBe(0)
    expect((await jane.get(`/api/calls/${call.id}`)).json().status).toBe('scheduled')
  })

  test('a request for deletion stops all calls at once if wanted, and the mail says so', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    await cooee.aCall(jane, { lovedOneId, recurrencePattern: 'daily' })
    await cooee.aCall(jane, { lovedOneId, callType: 'wake_up_call' })
    const { statusCode } = await jane.post('/api/account/deletion', { password: A_PASSWORD, stopCalls: true })
    expect(statusCode).toBe(200)
    expect(await cooee.list(jane, 'upcoming')).toEqual([])
    const [mail] = await mailsTo(jane.user.email)
    expect(mail?.text).toContain("We've cancelled all calls, as you asked")
  })

  test('a request for deletion needs the password', async () => {
    const jane = await cooee.aRegisteredAccount()
    const answer = await plan(jane, 'Wrong-Morning-7')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      message: "That's not your password",
      errors: [{ path: 'password', message: "That's not your password" }],
    })
    expect((await jane.get('/api/me')).json()).toEqual(jane.user)
  })

  test('a repeated request for deletion keeps the date, and notifies nobody twice', async () => {
    const jane = await cooee.aRegisteredAccount()
    const first = (await plan(jane)).json()
    pass(1)
    expect((await plan(jane)).json()).toEqual(first)
    expect(await mailsTo(jane.user.email)).toHaveLength(1)
  })

  test('the only admin cannot leave, and of two who leave at once one stays', async () => {
    const alone = await cooee.anAdmin()
    const refused = await plan(alone)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toMatch(/^You're the only admin\./)
    const other = await cooee.anAdmin()
    const answers = await Promise.all([plan(alone), plan(other)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('accounts that are kept after all', () => {
  test('keeping an account leaves it as it was, and says so by mail', async () => {
    const jane = await cooee.aRegisteredAccount()
    await plan(jane)
    expect((await jane.delete('/api/account/deletion')).statusCode).toBe(204)
    expect((await jane.get('/api/me')).json()).toEqual(jane.user)
    expect((await mailsTo(jane.user.email)).map(({ subject }) => subject).sort()).toEqual([
      "We'll delete your Cooee account on Mar 17, 2026",
      "We've kept your Cooee account",
    ])
    pass(8)
    expect(await deleteAccounts(deps)).toBe(0)
    expect(await exists(jane)).toBe(true)
  })

  test('keeping an account whose deletion was not planned changes nothing and notifies nobody', async () => {
    const jane = await cooee.aRegisteredAccount()
    expect((await jane.delete('/api/account/deletion')).statusCode).toBe(204)
    expect(await mailsTo(jane.user.email)).toEqual([])
  })

  test('keeping an account in the same moment as its deletion: either the account is kept whole, or it is gone and reported as gone', async () => {
    for (let round = 0; round < 5; round++) {
      const jane = await cooee.aRegisteredAccount()
      const lovedOneId = await cooee.aLovedOne(jane)
      await cooee.aCall(jane, { lovedOneId, scheduledTime: '2026-06-01T09:00:00+10:00', recurrencePattern: 'daily' })
      await cooee.db
        .updateTable('accounts')
        .set({ deleteAt: cooee.clock.now() })
        .where('id', '=', jane.user.circle.id)
        .execute()
      const [undone] = await Promise.all([jane.delete('/api/account/deletion'), deleteAccounts(deps)])
      if (undone.statusCode === 204) {
        expect(await exists(jane)).toBe(true)
        expect((await jane.get('/api/me')).json()).toEqual(jane.user)
        expect(await cooee.list(jane, 'recurring')).toHaveLength(1)
      } else {
        expect([401, 409]).toContain(undone.statusCode)
        await deleteAccounts(deps)
        expect(await exists(jane)).toBe(false)
      }
    }
  })
})

/** An incident about which Susan was alerted just now; it goes on, or has ended. */
async function anIncidentSusanKnowsOf(
  carer: SignedIn,
  { lovedOneId, isOpen }: { lovedOneId: number; isOpen: boolean },
): Promise<void> {
  const accountId = carer.user.circle.id
  const now = cooee.clock.now()
  const contact = { name: 'Susan Hartley', phoneNumber: SUSAN, position: 1 }
  await cooee.db
    .insertInto('contacts')
    .values({ ...contact, accountId, lovedOneId, contactType: 'family', isEmergencyContact: true })
    .execute()
  const { id: incidentId } = await cooee.db
    .insertInto('incidents')
    .values({
      ...{ accountId, lovedOneId, callId: null, cause: 'help', headline: 'Margaret asked for help', openedAt: now },
      ...(isOpen ? { nextAt: now } : { status: 'resolved', nextAt: null, endedAt: now }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: incidentPersonId } = await cooee.db
    .insertInto('incidentPeople')
    .values({ incidentId, role: 'contact', ...contact })
    .returning('id')
    .executeTakeFirstOrThrow()
  await cooee.db
    .insertInto('alerts')
    .values({ incidentId, incidentPersonId, purpose: 'alert', round: 1, channel: 'sms', createdAt: now })
    .execute()
}
const textsToSusan = () =>
  cooee.db
    .selectFrom('messages')
    .select(['text', 'accountId', 'deletedOnceSent', 'isUrgent'])
    .where('recipient', '=', SUSAN)
    .execute()
const isAnswered = () => wasAlertedOfRemoved(cooee.db, SUSAN, cooee.clock.now())

describe('deletions whose day has come', () => {
  test('after a deletion nothing is left of the account, its people and their words, anywhere in the database', async () => {
    const philippa = await anAccountWithEverything(cooee)
    const june = await cooee.aRegisteredAccount({ firstName: 'June' })
    await cooee.aLovedOne(june, { name: 'Mavis Murray' })
    await plan(philippa)
    const earlier = { quota: 'texts of changed numbers', subject: `person ${philippa.user.id} +61491570159`, used: 1 }
    await cooee.db
      .insertInto('quotaUses')
      .values({ ...earlier, windowStartedAt: cooee.clock.now() })
      .execute()
    const before = await dump(cooee.db)
    for (const words of PRIVATE) expect(before.toLowerCase()).toContain(words.toLowerCase())
    for (const table of await tablesOfAccounts(cooee.db)) expect(before).toMatch(new RegExp(`^${table} `, 'm'))

    pass(7)
    await answerCalls()
    expect(await deleteAccounts(deps)).toBe(1)
    expect(ended).toEqual([philippa.user.circle.id])
    const taken: string[] = []
    await deliverMails(taken)
    expect(taken).toContain("philippa.q@example.org: We've deleted your Cooee account")

    const after = (await dump(cooee.db)).toLowerCase()
    // The provider's id of a call whose recording may still have to be deleted there reveals nothing about anybody.
    const words = PRIVATE.filter((word) => !word.startsWith('CA'))
    expect(words.filter((word) => after.includes(word.toLowerCase()))).toEqual([])
    expect(after).not.toContain('61491570159')
    expect(after).toContain('mavis murray')
    const deletions = await cooee.db.selectFrom('recordingDeletions').select('providerRecordingId').execute()
    expect(deletions).toEqual([{ providerRecordingId: 'RE0001' }])
  })

  test('after a deletion nobody is signed in any more, and the name and e-mail are free', async () => {
    const jane = await cooee.aRegisteredAccount()
    await plan(jane)
    pass(7)
    await deleteAccounts(deps)
    expect((await jane.get('/api/me')).statusCode).toBe(401)
    const { username, email } = jane.user
    const again = await cooee.request('POST', '/api/register', aRegistration({ username, email }))
    expect(again.statusCode).toBe(201)
  })

  test('a deletion waits while the card provider does not answer: the account is signed out, and nothing is lost or dialled', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    await plan(jane)
    pass(7)
    const unavailable = { ...deps, endSubscription: async () => 'unavailable' as const }
    expect(await deleteAccounts(unavailable)).toBe(0)
    expect(await exists(jane)).toBe(true)
    const { username, email } = jane.user
    const signIn = await cooee.request('POST', '/api/login', { username, password: A_PASSWORD })
    expect([signIn.statusCode, (await jane.get('/api/me')).statusCode]).toEqual([401, 401])
    const sessions = cooee.db.selectFrom('sessions').select('id').where('accountId', '=', jane.user.circle.id)
    expect(await sessions.execute()).toEqual([])
    expect(await deleteAccounts(deps)).toBe(1)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["We've deleted your Cooee account"])
    expect(await cooee.db.selectFrom('lovedOnes').select('id').where('id', '=', lovedOneId).execute()).toEqual([])
  })

  test('a deletion cuts off nobody on the phone: the account goes when the call has ended', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    const { id: callId } = await cooee.aCall(jane, {
      lovedOneId,
      recurrencePattern: 'daily',
      scheduledTime: '2026-03-17T11:00:00+11:00',
    })
    await plan(jane)
    await cooee.moveTo(new Date(TUESDAY_ELEVEN.getTime() + 7 * DAY))
    await cooee.dispatch()
    expect(await deleteAccounts(deps)).toBe(0)
    const calls = await cooee.db
      .selectFrom('calls')
      .select(['id', 'status'])
      .where('lovedOneId', '=', lovedOneId)
      .execute()
    // Tomorrow's call is not placed any more.
    expect(calls).toEqual([{ id: callId, status: 'in_progress' }])
    expect(ended).toEqual([])
    await cooee.db.updateTable('attempts').set({ state: 'ended', outcome: 'acknowledged', nextAt: null }).execute()
    await cooee.endCall(callId)
    expect(await deleteAccounts(deps)).toBe(1)
    expect(await exists(jane)).toBe(false)
  })

  test('calls promised before the day of a deletion are placed or reported, and retried; later ones are not', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    const due = new Date(TUESDAY_ELEVEN.getTime() + 7 * DAY)
    const at = (minutes: number) => new Date(due.getTime() + minutes * 60_000).toISOString()
    const tried = await cooee.aCall(jane, { lovedOneId, scheduledTime: at(-5) })
    const owed = await cooee.aCall(jane, { lovedOneId, scheduledTime: at(-1) })
    await cooee.aCall(jane, { lovedOneId, scheduledTime: at(1) })
    await plan(jane)
    const retry = { status: 'in_progress', dialAt: new Date(at(5)), dialBy: new Date(at(60)) } as const
    await cooee.db.updateTable('calls').set(retry).where('id', '=', tried.id).execute()
    pass(7)
    expect(await deleteAccounts(deps)).toBe(0)
    const left = await cooee.db.selectFrom('calls').select(['id', 'status']).orderBy('id').execute()
    expect(left).toEqual([
      { id: tried.id, status: 'in_progress' },
      { id: owed.id, status: 'scheduled' },
    ])
    await answerCalls()
    expect(await deleteAccounts(deps)).toBe(1)
  })

  test('a deletion waits for an incident under way: people are still being notified', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    const { id: callId } = await cooee.aCall(jane, { lovedOneId })
    await cooee.db.updateTable('calls').set({ status: 'in_progress' }).where('id', '=', callId).execute()
    await plan(jane)
    pass(7)
    const { id } = await cooee.db
      .insertInto('incidents')
      .values({
        ...{ accountId: jane.user.circle.id, lovedOneId, callId, cause: 'help', headline: 'Margaret asked for help' },
        ...{ openedAt: cooee.clock.now(), nextAt: cooee.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await deleteAccounts(deps)).toBe(0)
    await cooee.db
      .updateTable('incidents')
      .set({ status: 'resolved', nextAt: null, endedAt: cooee.clock.now() })
      .where('id', '=', id)
      .execute()
    await answerCalls()
    expect(await deleteAccounts(deps)).toBe(1)
  })

  test('a call or incident that has hung for a day does not delay a deletion any longer', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    const { id } = await cooee.aCall(jane, { lovedOneId })
    await cooee.db
      .updateTable('calls')
      .set({ status: 'in_progress', dialAt: null, dialBy: null })
      .where('id', '=', id)
      .execute()
    await plan(jane)
    pass(7)
    expect(await deleteAccounts(deps)).toBe(0)
    pass(1)
    expect(await deleteAccounts(deps)).toBe(1)
  })

  test('a deletion notifies contacts who were alerted about an open incident that it is over, as when one person is removed', async () => {
    const jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Murray' })
    const lovedOneId = await cooee.aLovedOne(jane)
    await plan(jane)
    pass(7)
    await anIncidentSusanKnowsOf(jane, { lovedOneId, isOpen: true })
    expect(await deleteAccounts(deps)).toBe(0)
    expect(await textsToSusan()).toEqual([])
    pass(1)
    expect(await deleteAccounts(deps)).toBe(1)
    expect(await textsToSusan()).toEqual([
      {
        text: expect.stringMatching(
          /^Cooee, for Jane Murray: .+ has been removed from Cooee, so we've stopped asking about/,
        ),
        accountId: null,
        deletedOnceSent: true,
        isUrgent: true,
      },
    ])
    expect(await isAnswered()).toBe(true)
  })

  test('a contact who was alerted within the last day gets a true reply for a day after a deletion, and no message if it was over', async () => {
    const jane = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(jane)
    await plan(jane)
    pass(7)
    await anIncidentSusanKnowsOf(jane, { lovedOneId, isOpen: false })
    expect(await deleteAccounts(deps)).toBe(1)
    expect(await textsToSusan()).toEqual([])
    expect(await isAnswered()).toBe(true)
    pass(1)
    expect(await isAnswered()).toBe(false)
    await deleteRemovedAlerts(cooee.db, cooee.clock.now())
    expect(await dump(cooee.db)).not.toContain(SUSAN)
  })

  test('a contact who was alerted about a loved one that was removed on the day of a deletion still gets a true reply', async () => {
    const jane = await cooee.aRegisteredAccount()
    await plan(jane)
    pass(7)
    const removed = { accountId: jane.user.circle.id, phoneNumber: SUSAN, removedAt: cooee.clock.now() }
    await cooee.db.insertInto('removedAlerts').values(removed).execute()
    expect(await deleteAccounts(deps)).toBe(1)
    expect(await isAnswered()).toBe(true)
  })

  test('one account that cannot be deleted does not keep the others, and is reported', async () => {
    const [jane, june] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
    await plan(jane)
    await plan(june)
    pass(7)
    const failing: DeletionDeps = {
      ...deps,
      endSubscription: async (id) => {
        if (id === jane.user.circle.id) throw new Error('Nobody foresaw this')
        return 'ended'
      },
    }
    await expect(deleteAccounts(failing)).rejects.toThrow('1 of its parts failed')
    expect([await exists(jane), await exists(june)]).toEqual([true, false])
    expect(await deleteAccounts(deps)).toBe(1)
  })

  test('two workers at once delete an account once, and say so once', async () => {
    const jane = await cooee.aRegisteredAccount()
    await plan(jane)
    pass(7)
    const counts = await Promise.all([deleteAccounts(deps), deleteAccounts(deps)])
    expect(counts.reduce((sum, count) => sum + count, 0) + (await deleteAccounts(deps))).toBe(1)
    expect(await mailsTo(jane.user.email)).toHaveLength(1)
  })

  test('the last mail is deleted after a day if only the outbox has it', async () => {
    const jane = await cooee.aRegisteredAccount()
    await plan(jane)
    pass(7)
    await deleteAccounts(deps)
    await cooee.db
      .updateTable('messages')
      .set({ sentAt: cooee.clock.now() })
      .where('deletedOnceSent', '=', true)
      .execute()
    pass(0.9)
    await deleteAccounts(deps)
    expect(await mailsTo(jane.user.email)).toHaveLength(1)
    pass(0.2)
    await deleteAccounts(deps)
    expect(await mailsTo(jane.user.email)).toEqual([])
  })
})

test('planning and keeping an account over and over fills no mailbox', async () => {
  const jane = await cooee.aRegisteredAccount()
  const statuses: number[] = []
  for (let turn = 0; turn < 22; turn++) {
    statuses.push((await jane.post('/api/account/deletion', { password: A_PASSWORD })).statusCode)
    await jane.delete('/api/account/deletion')
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(statuses.slice(20)).toEqual([429, 429])
})
