import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '#server/platform/clock/clock.ts'
import { testDatabase } from '#test/database.ts'
import { insertAccount } from '#test/insert-account.ts'
import { authenticateBySession, startSession } from './sessions.ts'

const { db, close } = await testDatabase({ poolSize: 1 })
afterAll(close)

test('looking a session up is planned once, not with every request', async () => {
  // Of a few rows every plan costs the same.
  await sql`
    with circles as (insert into accounts (verified_at) select now() from generate_series(1, 200) returning id),
      carers as (
        insert into people (id, username, email, password_hash)
        select id + 1000, 'carer' || id, id || '@example.com', 'none' from circles returning id),
      owners as (
        insert into members (account_id, person_id, role, may_hear_calls)
        select id, id + 1000, 'owner', true from circles)
    insert into sessions (token_hash, account_id, person_id, created_at, last_used_at, expires_at)
    select sha256(id::text::bytea), id, id + 1000, now(), now(), now() + interval '1 week' from circles`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const { id, personId } = await insertAccount(db, { username: 'jane', email: 'jane@example.com' })
  const token = await startSession(db, { id: personId, accountId: id }, new Date())
  const authenticate = authenticateBySession({ db, clock: systemClock })
  for (let asked = 0; asked < 20; asked++) expect((await authenticate(token))?.account.id).toBe(id)

  const { rows } = await sql<{ genericPlans: number; customPlans: number }>`
    select generic_plans, custom_plans from pg_prepared_statements where statement like '%"sessions"%'`.execute(db)
  // Named with its fifth use, then planned five times for what it is asked, to compare.
  expect(rows).toEqual([{ genericPlans: 11, customPlans: 5 }])
})
