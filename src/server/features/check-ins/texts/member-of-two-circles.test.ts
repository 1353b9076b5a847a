import { beforeEach, expect, test } from 'vitest'
import { account, care, setUpCheckIns, textsTo, write } from '#test/check-in-fixture.ts'
import { insertMember } from '#test/insert-member.ts'
import { openOf } from '#test/open-incident.ts'

setUpCheckIns()

const TOM = '+61491570151'
const LILY = '+61491570152'
let other: { id: number; personId: number }

/** Tom belongs to two circles with one login; in the other one somebody else's mother is looked after, and Lily. */
beforeEach(async () => {
  const tom = await insertMember(care.db, account, { firstName: 'Tom', phoneNumber: TOM })
  other = await care.anAccount()
  await care.db
    .insertInto('members')
    .values({ accountId: other.id, personId: tom, role: 'viewer', mayHearCalls: false })
    .execute()
  await insertMember(care.db, other, { firstName: 'Lily', phoneNumber: LILY })
})

const statuses = () =>
  care.db.selectFrom('incidents').select(['accountId', 'status']).orderBy('accountId').orderBy('id').execute()

test('with one open incident a reply answers that circle alone, and the other reads nothing of it', async () => {
  const amma = await care.somebodyElse(other, { name: 'Amma Rao' })
  await openOf('Amma Rao', { accountId: other.id, lovedOneId: amma })
  await write('1', TOM)
  expect(await statuses()).toEqual([{ accountId: other.id, status: 'owned' }])
  const events = await care.db.selectFrom('events').select('accountId').where('event', '=', 'sms.received').execute()
  expect(events).toEqual([{ accountId: other.id }])
  const log = await care.db.selectFrom('activity').select('description').where('accountId', '=', account.id).execute()
  expect(log.map(({ description }) => description).join(' ')).not.toContain('Amma')
})

test('with one in each, a reply that names nobody changes nothing and asks who is meant', async () => {
  const amma = await care.somebodyElse(other, { name: 'Amma Rao' })
  const margaret = await care.somebodyElse(account, { name: 'Margaret Hartley' })
  await openOf('Amma Rao', { accountId: other.id, lovedOneId: amma })
  await openOf('Margaret Hartley', { accountId: account.id, lovedOneId: margaret })
  const reply = await write('1', TOM)
  expect(reply).toMatch(/Amma/)
  expect(reply).toMatch(/Margaret/)
  expect((await statuses()).map(({ status }) => status)).toEqual(['running', 'running'])
  await write('1 Amma', TOM)
  expect(await statuses()).toEqual([
    { accountId: account.id, status: 'running' },
    { accountId: other.id, status: 'owned' },
  ])
  expect(textsTo(LILY).at(-1)).toContain('Tom')
  expect(textsTo(LILY).join(' ')).not.toContain('Margaret')
})
