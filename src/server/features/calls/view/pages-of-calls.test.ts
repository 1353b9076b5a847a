import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'

let cooee: CallsFixture
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())

async function page(carer: SignedIn, query: string) {
  const answer = await carer.get(`/api/calls/${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const next = answer.headers['x-next']
  return {
    ids: (answer.json() as { id: number }[]).map(({ id }) => id),
    next: next === undefined ? undefined : encodeURIComponent(String(next)),
  }
}

/** Daily calls to as many loved ones, all for the same moment but for their own minute. */
async function dailyCalls(carer: SignedIn, minutes: number[]): Promise<number[]> {
  const ids: number[] = []
  for (const minute of minutes) {
    const lovedOneId = await cooee.aLovedOne(carer)
    const scheduledTime = `2026-03-12T00:${String(minute).padStart(2, '0')}:00Z`
    ids.push((await cooee.aCall(carer, { lovedOneId, recurrencePattern: 'daily', scheduledTime })).id)
  }
  return ids
}

test.each(['upcoming', 'recurring'])(
  '%s: pages go on where the last one ended, although its call was moved or is gone',
  async (list) => {
    const carer = await cooee.aRegisteredAccount()
    const ids = await dailyCalls(carer, [1, 1, 2, 3])
    const first = await page(carer, `${list}?limit=2`)
    expect(first.ids).toEqual(ids.slice(0, 2))
    expect((await page(carer, `${list}?limit=2&after=${first.next}`)).ids).toEqual(ids.slice(2))
    const [, last = 0] = ids
    await carer.patch(`/api/calls/${last}`, { scheduledTime: '2026-03-12T09:00:00Z' })
    expect((await page(carer, `${list}?limit=2&after=${first.next}`)).ids).toEqual(ids.slice(2))
    await carer.delete(`/api/calls/${last}`)
    const [added = 0] = await dailyCalls(carer, [2])
    const rest = await page(carer, `${list}?limit=3&after=${first.next}`)
    expect(rest.ids).toEqual([ids[2], added, ids[3]])
    expect(rest.next, 'the list ends with its last call').toBeUndefined()
  },
)

test.each(['upcoming', 'recurring'])(
  '%s: two hundred come at once, and of one more the answer says where it follows',
  async (list) => {
    const carer = await cooee.aRegisteredAccount()
    const [id = 0] = await dailyCalls(carer, [1])
    const copies = (count: number) =>
      sql`
    with schedule as (
      insert into call_schedules (account_id, loved_one_id, call_type, recurrence_pattern, time_of_day)
      select account_id, loved_one_id, call_type, 'daily', '09:00' from calls, generate_series(1, ${count}::int)
      where id = ${id} returning id
    )
    insert into calls (account_id, loved_one_id, schedule_id, call_type, status, scheduled_for, dial_at, dial_by)
    select account_id, loved_one_id, schedule.id, call_type, status, scheduled_for + interval '1 hour', dial_at, dial_by
    from calls, schedule where calls.id = ${id}`.execute(cooee.db)
    await copies(199)
    const whole = await page(carer, list)
    expect(whole.ids).toHaveLength(200)
    expect(whole.next).toBeUndefined()
    await copies(1)
    const first = await page(carer, list)
    expect(first.ids).toEqual(whole.ids)
    expect((await page(carer, `${list}?after=${first.next}`)).ids).toHaveLength(1)
  },
)

test.each(['upcoming', 'recurring'])(
  '%s: a search finds calls by the name of the person, and only the account’s own',
  async (list) => {
    const carer = await cooee.aRegisteredAccount()
    const stranger = await cooee.aRegisteredAccount()
    const [zoe = 0, other = 0] = await dailyCalls(carer, [1, 2])
    const [foreign = 0] = await dailyCalls(stranger, [1])
    await sql`update loved_ones set name = 'Zoë O’Neill'
    where id in (select loved_one_id from calls where id in (${zoe}, ${foreign}))`.execute(cooee.db)
    const found = async (search: string) => (await page(carer, `${list}?search=${encodeURIComponent(search)}`)).ids
    expect(await found(" ZOE o'n ")).toEqual([zoe])
    expect(await found("'"), 'an apostrophe is one of the name').toEqual([zoe])
    expect(await found('')).toEqual([zoe, other])
    for (const search of ['%', '_', '"', '\\', '.*']) expect(await found(search), search).toEqual([])
    const { next } = await page(carer, `${list}?limit=1`)
    expect((await page(stranger, `${list}?after=${next}`)).ids, 'a place leads to one’s own calls alone').toEqual([
      foreign,
    ])
    expect((await page(stranger, `${list}?after=${zoe}`)).ids).toEqual([])
  },
)

test.each([
  ['limit=x', 'limit'],
  ['after=x', 'after'],
  ['after=2026-13-45T00:00:00.000Z_1', 'after'],
  ['after=1&after=2', 'after'],
  ['search=a%00b', 'search'],
  [`search=${'a'.repeat(101)}`, 'search'],
])('calls to come with %s are refused with the name of the field', async (query, path) => {
  const carer = await cooee.aRegisteredAccount()
  for (const list of ['upcoming', 'recurring']) {
    const answer = await carer.get(`/api/calls/${list}?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe(path)
  }
})
