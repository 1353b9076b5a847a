import { afterAll, beforeEach, expect, test } from 'vitest'
import { addCause } from '#server/features/incidents/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import { scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { buildTestApp, type SignedIn } from '#test/build-test-app.ts'
import { careDeps } from '#test/care-deps.ts'
import { A_PASSWORD } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { removeAccountRow } from '../deletion.ts'
import { suspendByAdmin } from '../suspension.ts'

const cooee = await buildTestApp()
afterAll(() => cooee.close())

let jane: SignedIn
let janes: number
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.insertInto('accounts').values({ verifiedAt: null }).execute()
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane' })
  janes = (await jane.get('/api/me')).json().circle.id
})

const signIn = (somebody: SignedIn) =>
  cooee.request('POST', '/api/login', { username: somebody.user.email, password: A_PASSWORD })

/** A member of Jane's circle without one of their own. */
async function aGuest(role: 'carer' | 'viewer', of = jane): Promise<SignedIn> {
  const guest = await aMemberOf(cooee, of, role)
  const own = (await guest.get('/api/me')).json().circles.find((circle: { role: string }) => circle.role === 'owner')
  await cooee.db.deleteFrom('accounts').where('id', '=', own.id).execute()
  return guest
}

test('a suspended circle does not keep its members out of their other one', async () => {
  const lily = await aGuest('viewer')
  const rao = await cooee.aRegisteredAccount({ firstName: 'Rao' })
  const raos = (await rao.get('/api/me')).json().circle.id
  const joinedAt = new Date(Date.now() + 60_000)
  const carer = { personId: lily.user.id, role: 'carer', mayHearCalls: true, joinedAt } as const
  await cooee.db
    .insertInto('members')
    .values({ accountId: raos, ...carer })
    .execute()
  await cooee.db.transaction().execute((trx) => suspendByAdmin(trx, janes, cooee.clock.now()))
  expect((await signIn(jane)).statusCode).toBe(403)
  const answer = await signIn(lily)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json().user.circle).toMatchObject({ id: raos, role: 'carer' })
})

test('an admin who is only a member keeps their login when the circle is deleted', async () => {
  const admin = await aGuest('viewer')
  const tom = await aGuest('carer')
  await cooee.db.updateTable('people').set({ role: 'admin' }).where('id', '=', admin.user.id).execute()
  await cooee.db.transaction().execute((trx) => removeAccountRow(trx, janes))
  const left = await cooee.db.selectFrom('people').select('id').execute()
  expect(left).toEqual([{ id: admin.user.id }])
  expect(left).not.toContainEqual({ id: tom.user.id })
})

test('a carer of two circles brings nobody and nothing of one into the other', async () => {
  const rao = await cooee.aRegisteredAccount({ firstName: 'Rao' })
  const loved = async (owner: SignedIn, name: string, phoneNumber: string) =>
    (await owner.post('/api/loved-ones', { name, phoneNumber, relationship: 'parent' })).json().id as number
  const margaret = await loved(jane, 'Margaret', '0491 570 156')
  const amma = await loved(rao, 'Amma', '0491 570 157')
  const person = { name: 'Susan', phoneNumber: '0491 570 158', contactType: 'family', isEmergencyContact: true }
  const ofRao = (await rao.post('/api/contacts', { ...person, lovedOneId: amma })).json().id as number
  const tom = await aMemberOf(cooee, jane, 'carer')
  const raos = (await rao.get('/api/me')).json().circle.id
  await cooee.db
    .insertInto('members')
    .values({ accountId: raos, personId: tom.user.id, role: 'carer', mayHearCalls: true })
    .execute()
  const asked = [
    await tom.post('/api/contacts', { ...person, lovedOneId: amma }),
    await tom.patch(`/api/contacts/${ofRao}`, { name: 'Eve' }),
    await tom.request('PUT', '/api/contacts/order', { lovedOneId: margaret, ids: [ofRao] }),
    await tom.post(`/api/loved-ones/${amma}/away`, { from: '2026-03-11', until: '2026-03-12', reason: 'other' }),
    await tom.get(`/api/loved-ones/${amma}`),
  ]
  for (const answer of asked) expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400)
  expect(asked.map(({ body }) => body).join(' ')).not.toMatch(/Amma|Susan/)
  expect((await rao.get(`/api/contacts?lovedOneId=${amma}`)).json()).toMatchObject([{ id: ofRao, name: 'Susan' }])
})

test('the other members learn that the owner is about to delete their circle, and that it is kept', async () => {
  const tom = await aMemberOf(cooee, jane, 'carer')
  const mails = async () => {
    const rows = await cooee.db
      .selectFrom('messages')
      .select('subject')
      .where('recipient', '=', tom.user.email)
      .execute()
    return rows.map(({ subject }) => subject)
  }
  const ask = () => jane.post('/api/account/deletion', { password: A_PASSWORD })
  expect((await ask()).statusCode).toBe(200)
  await ask()
  const planned = 'Jane’s family on Cooee will be deleted on Mar 17, 2026'
  expect((await mails()).filter((subject) => subject === planned)).toHaveLength(1)
  expect((await jane.delete('/api/account/deletion')).statusCode).toBe(204)
  expect((await mails()).at(-1)).toBe('Jane’s family stays on Cooee')
})

test('of two hand-overs at once one counts, and there is one owner', async () => {
  const [tom, lily] = [await aMemberOf(cooee, jane, 'carer'), await aMemberOf(cooee, jane, 'carer')]
  const make = (to: SignedIn) => jane.post(`/api/members/${to.user.id}/make-owner`, { password: A_PASSWORD })
  const statuses = (await Promise.all([make(tom), make(lily)])).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([204, 403])
  const roles = await cooee.db.selectFrom('members').select('role').where('accountId', '=', janes).execute()
  expect(roles.map(({ role }) => role).sort()).toEqual(['carer', 'carer', 'owner'])
})

test('somebody who leaves while they are made the owner either stays as the owner or is gone', async () => {
  const tom = await aMemberOf(cooee, jane, 'carer')
  await Promise.all([
    jane.post(`/api/members/${tom.user.id}/make-owner`, { password: A_PASSWORD }),
    tom.delete(`/api/members/${tom.user.id}`),
  ])
  const owners = await cooee.db
    .selectFrom('members')
    .select('personId')
    .where('accountId', '=', janes)
    .where('role', '=', 'owner')
    .execute()
  expect(owners).toHaveLength(1)
})

test('an incident that a member has taken on is without an owner once they are removed', async () => {
  const tom = await aMemberOf(cooee, jane, 'carer', { firstName: 'Tom' })
  const margaret = (
    await jane.post('/api/loved-ones', { name: 'Margaret', phoneNumber: '0491 570 156', relationship: 'parent' })
  ).json().id as number
  const { incidents } = await careDeps({
    ...cooee,
    telephony: scriptedTelephony(),
    enqueueNotice: (trx, notice) => enqueueMessage(cooee.jobs, trx, { isUrgent: true, ...notice }),
  })
  await cooee.db.transaction().execute((trx) =>
    addCause(incidents, trx, {
      ...{ accountId: janes, lovedOneId: margaret, callId: null, cause: 'not_reached', detail: null },
      headline: "Margaret didn't answer the 9:00 AM call",
    }),
  )
  const [{ link }] = (await tom.get('/api/incidents')).json()
  const page = `/api/incidents/${link.split('/').at(-1)}`
  expect((await cooee.request('POST', `${page}/answer`, { answer: 'going', minutes: 60 })).statusCode).toBe(200)
  expect((await jane.get('/api/incidents')).json()).toMatchObject([{ status: 'owned' }])
  expect((await jane.delete(`/api/members/${tom.user.id}`)).statusCode).toBe(204)
  expect((await jane.get('/api/incidents')).json()).toMatchObject([{ status: 'running', owner: null }])
  expect((await cooee.request('GET', page)).statusCode).toBe(404)
  expect((await cooee.request('POST', `${page}/answer`, { answer: 'ok' })).statusCode).toBe(404)
  expect((await jane.get('/api/incidents')).json()).toHaveLength(1)
})
