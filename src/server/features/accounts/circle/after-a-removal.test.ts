import { afterAll, beforeEach, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { aRegistration } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())

const TOM = { email: 'tom.quill@example.org', phoneNumber: '+61491570155' }
let jane: SignedIn
let tom: SignedIn
let accountId: number
let incidentId: number
/** Tom joins by an invitation, is written to about an incident and about his login, and has been rung. */
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('messages').execute()
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane' })
  accountId = jane.user.circle.id
  await jane.post('/api/invitations', { email: TOM.email, role: 'carer' })
  const { text } = await cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', TOM.email)
    .executeTakeFirstOrThrow()
  const token = /token=([\w-]{43})/.exec(text)?.[1]
  const body = aRegistration({ firstName: 'Tom', lastName: 'Quill', email: TOM.email })
  const joined = await cooee.request('POST', `/api/invitations/by-token/${token}/accept`, body)
  tom = cooee.signedIn(joined.json())
  await tom.patch('/api/profile', { phoneNumber: TOM.phoneNumber })
  const lovedOneId = (
    await jane.post('/api/loved-ones', { name: 'Margaret', phoneNumber: '0491 570 156', relationship: 'parent' })
  ).json().id
  const opened = { openedAt: cooee.clock.now(), nextAt: cooee.clock.now() }
  const incident = await cooee.db
    .insertInto('incidents')
    .values({ accountId, lovedOneId, callId: null, cause: 'help', headline: 'Margaret asked for help', ...opened })
    .returning('id')
    .executeTakeFirstOrThrow()
  incidentId = incident.id
  await notified()
})

/** By mail, which has left, by a text that has not, and by a call. */
async function notified() {
  const { db, jobs, clock } = cooee
  const createdAt = clock.now()
  const to = { accountId, personId: tom.user.id, isForMember: true, createdAt }
  const { id: incidentPersonId } = await db
    .insertInto('incidentPeople')
    .values({ incidentId, position: 1, role: 'member', personId: tom.user.id, name: 'Tom Quill', ...TOM })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alert = { incidentId, incidentPersonId, purpose: 'alert', round: 1, createdAt } as const
  for (const [channel, recipient] of [
    ['email', TOM.email],
    ['sms', TOM.phoneNumber],
  ] as const) {
    const text = `Hello Tom, Margaret didn't answer`
    const messageId = await db
      .transaction()
      .execute((trx) => enqueueMessage(jobs, trx, { ...to, channel, recipient, text }))
    await db
      .insertInto('alerts')
      .values({ ...alert, channel, messageId })
      .execute()
  }
  await db.updateTable('messages').set({ sentAt: createdAt }).where('channel', '=', 'email').execute()
  const { id: alertId } = await db
    .insertInto('alerts')
    .values({ ...alert, channel: 'call', messageId: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = { state: 'ended', outcome: 'no_answer', startedAt: createdAt } as const
  await db
    .insertInto('alertCalls')
    .values({ alertId, phoneNumber: TOM.phoneNumber, ...call })
    .execute()
}

const addressesIn = (text: string) => Object.values(TOM).filter((address) => text.includes(address))

test('what a member texts is exported without their number and words, and with nothing of it once they have left', async () => {
  const receivedAt = cooee.clock.now()
  const text = { receivedAt, accountId, text: 'Sorry, I was at the clinic', reply: 'Thanks Tom' }
  await cooee.db
    .insertInto('inboundTexts')
    .values([
      { ...text, providerMessageId: 'SM1', phoneNumber: TOM.phoneNumber },
      { ...text, providerMessageId: 'SM2', phoneNumber: '+61491570156', text: 'All good here', reply: null },
    ])
    .execute()
  const exported = async () => JSON.parse((await jane.post('/api/account/export')).body).textsReceived
  const margarets = { phoneNumber: '+61491570156', text: 'All good here' }
  expect(await exported()).toMatchObject([{ phoneNumber: null, text: null, reply: null }, margarets])
  await jane.delete(`/api/members/${tom.user.id}`)
  expect(await exported()).toMatchObject([margarets])
})

test('what a member did as the only one, the log ascribes to them after they have left', async () => {
  await cooee.db
    .insertInto('activity')
    .values({
      ...{ accountId, personId: tom.user.id, activityType: 'call_acknowledged' },
      ...{ description: 'You reached Margaret', createdAt: cooee.clock.now() },
    })
    .execute()
  await jane.delete(`/api/members/${tom.user.id}`)
  const entries: { description: string }[] = (await jane.get('/api/activity')).json()
  const words = entries.map(({ description }) => description)
  expect(words).toContain('Tom Quill reached Margaret')
  expect(words).not.toContain('You reached Margaret')
})

test('of a member who was removed the family keeps the name, and exports nothing that was written to them', async () => {
  expect((await jane.delete(`/api/members/${tom.user.id}`)).statusCode).toBe(204)
  const file = (await jane.post('/api/account/export')).body
  expect(addressesIn(file)).toEqual([])
  expect(file).not.toContain('Hello Tom')
  expect(file).toContain('Tom Quill')
  // What is left to them goes with its delivery.
  const rows = await cooee.db
    .selectFrom('messages')
    .select(['subject', 'deletedOnceSent'])
    .where('recipient', 'in', Object.values(TOM))
    .orderBy('id', 'desc')
    .execute()
  expect(rows.map(({ deletedOnceSent }) => deletedOnceSent)).not.toContain(false)
  expect(rows[0]?.subject).toBe('You no longer belong to Jane’s family on Cooee')
  const results = await cooee.db.selectFrom('alerts').select(['channel', 'messageResult']).orderBy('id').execute()
  expect(results.map(({ channel, messageResult }) => `${channel} ${messageResult}`)).toEqual([
    'email null',
    'sms not_needed',
    'call null',
  ])
})

test('of a member who goes on in another family the one they left exports no message, and keeps no address in its incidents', async () => {
  const rao = await aMemberOf(cooee, jane, 'carer', { firstName: 'Rao' })
  const createdAt = cooee.clock.now()
  const mailed = (to: SignedIn, text: string) => {
    const message = { accountId, personId: to.user.id, channel: 'email', recipient: to.user.email } as const
    return cooee.db.transaction().execute((trx) => enqueueMessage(cooee.jobs, trx, { ...message, text, createdAt }))
  }
  await mailed(rao, 'Hello Rao')
  await mailed(jane, 'Hello Jane')
  await cooee.db
    .insertInto('incidentPeople')
    .values({
      ...{ incidentId, position: 2, role: 'member', personId: rao.user.id, name: 'Rao' },
      ...{ email: rao.user.email, phoneNumber: '+61491570161' },
    })
    .execute()
  await jane.delete(`/api/members/${rao.user.id}`)
  const file = (await jane.post('/api/account/export')).body
  // The export has messages and people: what follows would be in it.
  for (const words of ['Hello Jane', '"Rao"']) expect(file).toContain(words)
  for (const words of [rao.user.email, '+61491570161', 'Hello Rao']) expect(file).not.toContain(words)
  const stayed = await cooee.db.selectFrom('messages').select('id').where('text', '=', 'Hello Rao').execute()
  expect(stayed).toHaveLength(1)
  const people = cooee.db.selectFrom('incidentPeople').select(['email', 'phoneNumber']).where('name', '=', 'Rao')
  expect(await people.execute()).toEqual([{ email: null, phoneNumber: null }])
})
