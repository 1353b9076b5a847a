import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { refusalsOf } from '#server/features/refusals/public.ts'
import { resealEverything } from '#server/platform/sealing/resealing.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { withDatabaseBefore } from './database-before.ts'

const [SUSAN, TOM, ANNE] = ['+61491570157', '+61491570158', '+61491570159']

test('an old STOP of a contact refuses calls and texts after the upgrade, with and without a key; who never wrote it refuses nothing', async () => {
  await withDatabaseBefore('0054_phone_refusals.sql', async ({ query, upgrade }) => {
    await query(async (db) => {
      await sql`insert into accounts (username, email, password_hash, verified_email)
        select name, name || '@example.com', 'x', name || '@example.com' from unnest(array['robyn', 'tess']) name`.execute(
        db,
      )
      await sql`insert into loved_ones (account_id, name, phone_number, timezone)
        select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
      // Two families hold Susan's number: one STOP each.
      await sql`insert into contacts (account_id, loved_one_id, name, phone_number, contact_type, position, texts_stopped_at)
        select account_id, loved_ones.id, listed.name, listed.phone, 'family', listed.place, listed.stopped::timestamptz
          + loved_ones.id * interval '1 day'
        from loved_ones, (values ('Susan', ${SUSAN}, 1, '2026-01-01'), ('Tom', ${TOM}, 2, '2026-02-01'), ('Anne', ${ANNE}, 3, null))
          as listed (name, phone, place, stopped)`.execute(db)
    })
    await upgrade()
    const log = pino({ level: 'silent' })
    const sealing = createSealing({ current: createSecretKey(randomBytes(32)) }, log)
    await query(async (db) => {
      const found = async (deps = { sealing }) =>
        [...(await refusalsOf(deps, db, [SUSAN, TOM, ANNE]))].map(
          ([number, { callsSince, textsSince, isTextStop }]) => [
            number,
            callsSince !== null && textsSince !== null && isTextStop,
          ],
        )
      const refused = [
        [SUSAN, true],
        [TOM, true],
      ]
      expect(await found({ sealing: createSealing({}, log) })).toEqual(refused)
      expect(await found()).toEqual(refused)
      await resealEverything({ db, sealing })
      expect(await found()).toEqual(refused)
      const stored = await db.selectFrom('phoneRefusals').selectAll().execute()
      expect(stored).toHaveLength(2)
      expect(JSON.stringify(stored)).not.toContain('91570157')
    })
  })
})
