import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type NamedRow, SEALED_COLUMNS, type SealedColumnName } from './sealed-columns.ts'
import type { Sealing } from './sealing.ts'

export interface ResealDeps {
  db: Db
  sealing: Sealing
}

/** A recording is up to ten megabytes long; one in a member's own voice is below one. */
const BATCH_SIZE: Record<SealedColumnName, number> = {
  'turns.text': 200,
  'recordings.sound': 1,
  'talk_notes.topic': 200,
  'voice_recordings.sound': 10,
  'talk_notes.words': 200,
  'talk_summaries.text': 200,
  'talk_topics.words': 100,
  'loved_ones.notes': 100,
  'loved_ones.medical_conditions': 100,
  'loved_ones.reminder_text': 100,
  'loved_ones.address': 100,
  'loved_ones.access_note': 100,
  'contacts.key_note': 100,
  'aways.note': 100,
  'calls.resolved_note': 100,
  'incidents.heard': 100,
  'inbound_texts.text': 100,
  'inbound_texts.reply': 100,
  'phone_refusals.phone_number': 100,
  'events.words': 100,
  'webhooks.secret': 50,
  'webhook_deliveries.body': 100,
  'second_factors.secret': 50,
  'push_devices.subscription': 100,
  'signing_keys.secret': 50,
}

/**
 * Seals with the current key what a column holds as it is, or sealed with an old key; returns how much that was. In small
 * batches, each a transaction that leaves out the rows somebody else has just now, with as long a pause after each. Any
 * number of workers may, and it may end at any time. What cannot be opened stays as it is.
 */
export async function reseal(deps: ResealDeps, name: SealedColumnName, isStopped = () => false): Promise<number> {
  let resealed = 0
  for (const sealedWith of deps.sealing.keyId === null ? [] : [null, ...deps.sealing.oldKeyIds]) {
    let after: string | number | null = null
    do {
      if (isStopped()) return resealed
      const began = performance.now()
      const batch = await resealBatch(deps, name, sealedWith, after)
      resealed += batch.resealed
      after = batch.last
      if (after !== null) await pause(performance.now() - began)
    } while (after !== null)
  }
  return resealed
}

async function resealBatch(
  { db, sealing }: ResealDeps,
  name: SealedColumnName,
  sealedWith: string | null,
  after: string | number | null,
): Promise<{ resealed: number; last: string | number | null }> {
  return db.transaction().execute(async (trx) => {
    const rows = await rowsSealedWith(trx, name, sealedWith, after)
    const resealed = rows.flatMap(({ cursor, value, row }) => {
      const stored = sealing.reseal(name, row, { value, sealedWith })
      return stored ? [{ cursor, value: stored.value, hash: stored.hash }] : []
    })
    await store(trx, name, resealed, sealing.keyId)
    return { resealed: resealed.length, last: rows.at(-1)?.cursor ?? null }
  })
}

async function store(
  trx: Trx,
  name: SealedColumnName,
  resealed: readonly (Pick<SealedRow, 'cursor' | 'value'> & { hash: string })[],
  keyId: string | null,
): Promise<void> {
  if (resealed.length === 0) return
  const { table, column, sealedWith, cursor, holds, ...others } = SEALED_COLUMNS[name]
  const hashes = sql`${resealed.map((row) => row.hash)}::text[]`
  const hash = 'hash' in others ? sql`, ${sql.ref(others.hash)} = resealed.hash` : sql``
  const cursors = sql`${resealed.map((row) => row.cursor)}::${sql.raw(cursor === 'id' ? 'bigint' : 'text')}[]`
  const values = sql`${resealed.map((row) => row.value)}::${sql.raw(holds === 'bytes' ? 'bytea' : 'text')}[]`
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = resealed.value, ${sql.ref(sealedWith)} = ${keyId}${hash}
    from unnest(${cursors}, ${values}, ${hashes}) as resealed (cursor, value, hash)
    where ${sql.table(table)}.${sql.ref(cursor)} = resealed.cursor`.execute(trx)
}

interface SealedRow {
  cursor: string | number
  value: string | Buffer
  row: NamedRow
}

/** The next rows of a column, with the fields that name them; nobody else changes them until the transaction ends. */
async function rowsSealedWith(
  trx: Trx,
  name: SealedColumnName,
  keyId: string | null,
  after: string | number | null,
): Promise<SealedRow[]> {
  const { table, column, sealedWith, cursor, rowKey } = SEALED_COLUMNS[name]
  const isNext = after === null ? sql`true` : sql`${sql.ref(cursor)} > ${after}`
  const { rows } = await sql<SealedRow>`
    select ${sql.ref(cursor)} as cursor, ${sql.ref(column)} as value,
      json_build_object(${sql.join(rowKey.flatMap((field) => [sql.lit(field), sql.ref(field)]))}) as row
    from ${sql.table(table)}
    where ${sql.ref(sealedWith)} ${keyId === null ? sql`is null` : sql`= ${keyId}`}
      and ${sql.ref(column)} is not null and ${isNext}
    order by ${sql.ref(sealedWith)}, ${sql.ref(cursor)}
    limit ${BATCH_SIZE[name]}
    for no key update skip locked`.execute(trx)
  return rows
}

/** With what else than the current key something in the column is sealed: up to two ids of keys, and `null` for not at all. */
export async function otherwiseSealed({ db, sealing }: ResealDeps, name: SealedColumnName): Promise<(string | null)[]> {
  const { table, column, sealedWith, ...others } = SEALED_COLUMNS[name]
  const isStored =
    'elsewhere' in others
      ? sql`num_nonnulls(${sql.ref(column)}, ${sql.ref(others.elsewhere)}) > 0`
      : sql`${sql.ref(column)} is not null`
  const one = (condition: ReturnType<typeof sql>) => sql`
    (select ${sql.ref(sealedWith)} as key_id from ${sql.table(table)}
    where ${sql.ref(sealedWith)} ${condition} and ${isStored} limit 1)`
  const otherKeys =
    sealing.keyId === null
      ? one(sql`is not null`)
      : sql`${one(sql`is null`)} union all ${one(sql`< ${sealing.keyId}`)} union all ${one(sql`> ${sealing.keyId}`)}`
  const { rows } = await sql<{ keyId: string | null }>`${otherKeys}`.execute(db)
  return rows.map(({ keyId }) => keyId)
}
