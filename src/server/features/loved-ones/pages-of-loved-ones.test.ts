import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp()
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount()
})
afterAll(() => cooee.close())

/** Stored at once: adding them one by one would take a minute. */
async function manyOf({ user }: SignedIn, count: number): Promise<void> {
  await sql`
    insert into loved_ones (account_id, name, phone_number, timezone, relationship)
    select ${user.circle.id}, 'Person ' || n, '+614' || (10000000 + n), 'Australia/Sydney', 'client'
    from generate_series(1, ${count}::int) as n`.execute(cooee.db)
}

async function page(carer: SignedIn, query = '') {
  const answer = await carer.get(`/api/loved-ones${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const people = answer.json() as { id: number; name: string }[]
  return { ids: people.map(({ id }) => id), names: people.map(({ name }) => name), next: answer.headers['x-next'] }
}

const found = async (search: string) => (await page(jane, `?search=${encodeURIComponent(search)}`)).names

test('two hundred loved ones come in one answer that nothing follows, and of one more the answer says where to go on', async () => {
  await manyOf(jane, 200)
  const whole = await page(jane)
  expect(whole.ids).toHaveLength(200)
  expect(whole.next).toBeUndefined()
  await manyOf(jane, 1)
  const first = await page(jane)
  expect(first.ids).toEqual(whole.ids)
  expect(first.next).toBe(String(first.ids.at(-1)))
  const rest = await page(jane, `?after=${first.next}`)
  expect(rest.ids).toHaveLength(1)
  expect(rest.next).toBeUndefined()
  expect((await page(jane, '?limit=9999')).ids, 'a limit is clamped').toHaveLength(200)
})

test('pages neither repeat nor lose anybody while people are added and the last one read is removed', async () => {
  await manyOf(jane, 5)
  const everybody = (await page(jane)).ids
  const first = await page(jane, '?limit=2')
  await manyOf(jane, 1)
  await jane.delete(`/api/loved-ones/${first.next}`)
  const second = await page(jane, `?limit=2&after=${first.next}`)
  const third = await page(jane, `?limit=2&after=${second.next}`)
  const read = [...first.ids, ...second.ids, ...third.ids]
  expect(read.slice(0, 5)).toEqual(everybody)
  expect(new Set(read).size).toBe(6)
  expect(third.next).toBeUndefined()
})

test('nobody of another account is on any page or found by any search', async () => {
  const stranger = await cooee.aRegisteredAccount()
  await manyOf(jane, 3)
  await manyOf(stranger, 3)
  const own = (await page(jane)).ids
  const others = (await page(stranger)).ids
  expect(own).toHaveLength(3)
  expect((await page(jane, '?limit=2&after=1')).ids.every((id) => own.includes(id))).toBe(true)
  expect((await page(jane, '?search=person')).ids).toEqual(own)
  expect((await page(stranger, `?after=${own[0]}`)).ids).toEqual(others)
  expect((await page(jane, `?after=${others[2]}`)).ids).toEqual([])
})

test('a search finds names whatever their accents and case, and numbers however they are typed', async () => {
  const names = ['Zoë O’Neill', 'Łucja Nowak', 'Margaret Hartley']
  for (const name of names) await jane.post('/api/loved-ones', aLovedOne({ name }))
  await cooee.db
    .updateTable('lovedOnes')
    .set({ phoneNumber: '+61491570157' })
    .where('name', '=', 'Margaret Hartley')
    .where('accountId', '=', jane.user.circle.id)
    .execute()
  expect(await found('  zoe ')).toEqual(['Zoë O’Neill'])
  expect(await found("ZOË O'N")).toEqual(['Zoë O’Neill'])
  expect(await found('hart')).toEqual(['Margaret Hartley'])
  expect(await found('0491 570 157')).toEqual(['Margaret Hartley'])
  expect(await found('+61 491-570-157')).toEqual(['Margaret Hartley'])
  expect(await found('')).toEqual(names)
  expect(await found('   ')).toEqual(names)
})

test('per cent, underscore, quotes and backslashes in a search are what they are and nothing more', async () => {
  await jane.post('/api/loved-ones', aLovedOne({ name: 'Margaret Hartley' }))
  for (const search of ['%', '_', 'M%t', 'M_rgaret', "'", '"', '\\', "' or 1=1 --", '.*', '(', '+', '[']) {
    expect(await found(search), search).toEqual([])
  }
})

test('a service narrows the page to the people who have it', async () => {
  await manyOf(jane, 2)
  const [, second = 0] = (await page(jane)).ids
  await jane.post('/api/calls', {
    lovedOneId: second,
    callType: 'wake_up_call',
    scheduledTime: new Date(cooee.clock.now().getTime() + 3_600_000).toISOString(),
    recurrencePattern: 'daily',
  })
  expect((await page(jane, '?service=wake_up_call')).ids).toEqual([second])
  expect((await page(jane, '?service=wake_up_call&search=person+1')).ids).toEqual([])
  expect((await page(jane, '?service=daily_check_in')).ids).toEqual([])
})

test.each([
  ['limit=x', 'limit'],
  ['after=x', 'after'],
  ['after=0', 'after'],
  ['search=a%00b', 'search'],
  ['search=a&search=b', 'search'],
  [`search=${'a'.repeat(101)}`, 'search'],
  ['service=sing', 'service'],
])('loved ones with %s are refused with the name of the field', async (query, path) => {
  const answer = await jane.get(`/api/loved-ones?${query}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors[0].path).toBe(path)
})
