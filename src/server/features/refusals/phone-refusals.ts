import { type Insertable, sql } from 'kysely'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { waitForLock } from '#server/platform/database/advisory-lock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** What a phone refuses, and since when; null: it accepts. */
export interface Refusal {
  /** Id of the entry: a new one after the calls were lifted. */
  id: number
  callsSince: Date | null
  textsSince: Date | null
  /** The provider delivers no text to it either. */
  isTextStop: boolean
  /** An admin refuses the number: neither rung nor texted, whatever the phone itself says. */
  byAdmin: boolean
}

/** What refusals are looked up with. */
export interface RefusalDeps {
  sealing: Pick<Sealing, 'lookupHashes' | 'sealText'>
}

/**
 * What these phones refuse, by number in E.164; phones that refuse nothing are left out. Valid for the whole
 * installation.
 */
export async function refusalsOf(
  { sealing }: Pick<RefusalDeps, 'sealing'>,
  db: Db,
  numbers: readonly (string | null)[],
): Promise<Map<string, Refusal>> {
  const wanted = [...new Set(numbers)].filter((number) => number !== null)
  if (wanted.length === 0) return new Map()
  const numberOf = new Map(wanted.flatMap((number) => sealing.lookupHashes(number).map((hash) => [hash, number])))
  const rows = await readRefusals(db, { phoneHashes: [...numberOf.keys()] })
  const found = new Map<string, Refusal>()
  for (const { id, phoneHash, callsRefusedAt, textsRefusedAt, isTextStop, adminRefusedAt } of rows) {
    const number = numberOf.get(phoneHash)
    if (number === undefined) continue
    const known = found.get(number)
    found.set(number, {
      id: known?.id ?? id,
      callsSince: known?.callsSince ?? adminRefusedAt ?? callsRefusedAt,
      textsSince: known?.textsSince ?? adminRefusedAt ?? textsRefusedAt,
      isTextStop: known?.isTextStop || isTextStop,
      byAdmin: known?.byAdmin || adminRefusedAt !== null,
    })
  }
  return found
}

const readRefusals = preparedStatement((db, { phoneHashes }: { phoneHashes: Param<string[]> }) =>
  db
    .selectFrom('phoneRefusals')
    .select(['id', 'phoneHash', 'callsRefusedAt', 'textsRefusedAt', 'isTextStop', 'adminRefusedAt'])
    .where('phoneHash', '=', (eb) => eb.fn.any(phoneHashes))
    .where('accountId', 'is', null)
    .orderBy('id'),
)

/** Since when a phone refuses what a call sends, a ring or a text; null: it accepts. */
export const refusedSince = (refusal: Refusal | undefined, asksBy: AsksBy): Date | null =>
  (asksBy === 'text' ? refusal?.textsSince : refusal?.callsSince) ?? null

/** What one phone refuses; undefined: nothing. */
export async function refusalOf(
  deps: Pick<RefusalDeps, 'sealing'>,
  db: Db,
  number: string | null,
): Promise<Refusal | undefined> {
  return number === null ? undefined : (await refusalsOf(deps, db, [number])).get(number)
}

export interface Refuses {
  phoneNumber: string
  calls: boolean
  texts: boolean
  /** The networks' own word was sent: the provider delivers no text until START. */
  isTextStop?: boolean
}

/**
 * Writes down that a phone refuses calls or texts, on top of what it refused before. Returns what it refuses now, and
 * whether that is new.
 */
export async function refuse(
  deps: RefusalDeps,
  trx: Trx,
  { phoneNumber, calls, texts, isTextStop = false }: Refuses,
  now: Date,
): Promise<{ refusal: Refusal; isNew: boolean }> {
  await lockRefusals(deps, trx, phoneNumber)
  const before = await refusalOf(deps, trx, phoneNumber)
  const known = before && (await ownRefusalOf(trx, before))
  const isNew = (calls && !known?.callsSince) || (texts && !known?.textsSince)
  const refused = {
    callsRefusedAt: known?.callsSince ?? (calls ? now : null),
    textsRefusedAt: known?.textsSince ?? (texts ? now : null),
    isTextStop: (known?.isTextStop ?? false) || isTextStop,
  }
  const id = known?.id ?? (await insertRefusal(deps, trx, phoneNumber, refused))
  if (known) await trx.updateTable('phoneRefusals').set(refused).where('id', '=', id).execute()
  const { callsRefusedAt: callsSince, textsRefusedAt: textsSince } = refused
  const refusal = { id, callsSince, textsSince, isTextStop: refused.isTextStop, byAdmin: before?.byAdmin ?? false }
  return { refusal, isNew }
}

/** What the phone itself refuses, beside what an admin refuses. */
async function ownRefusalOf(trx: Trx, { id }: Refusal) {
  return trx
    .selectFrom('phoneRefusals')
    .select(['id', 'callsRefusedAt as callsSince', 'textsRefusedAt as textsSince', 'isTextStop'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Writes a refusal with its number sealed. Returns its id. The caller holds the lock of `lockRefusals`. */
export async function insertRefusal(
  deps: RefusalDeps,
  trx: Trx,
  phoneNumber: string,
  refused: Omit<Insertable<Database['phoneRefusals']>, 'id' | 'phoneHash' | 'phoneNumber' | 'sealedWith'>,
): Promise<number> {
  const [phoneHash] = deps.sealing.lookupHashes(phoneNumber)
  const id = await insert(trx, { ...refused, phoneHash })
  await seal(deps, trx, id, phoneNumber)
  return id
}

/** Writes down that a phone declined the calls of one account. Returns the entry's id; null when it had before. */
export async function insertDecline(
  deps: RefusalDeps,
  trx: Trx,
  accountId: number,
  phoneNumber: string,
  now: Date,
): Promise<number | null> {
  await lockRefusals(deps, trx, phoneNumber)
  if (await hasDeclined(deps, trx, phoneNumber, accountId)) return null
  return insertRefusal(deps, trx, phoneNumber, { accountId, callsRefusedAt: now })
}

/** Transactions that change the refusals of a number wait here for each other. */
export async function lockRefusals(deps: RefusalDeps, trx: Trx, phoneNumber: string): Promise<void> {
  const [phoneHash] = deps.sealing.lookupHashes(phoneNumber)
  await waitForLock(trx, 'refusal of', phoneHash)
}

async function insert(
  trx: Trx,
  refused: Omit<Insertable<Database['phoneRefusals']>, 'id' | 'phoneNumber'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('phoneRefusals')
    .values({ ...refused, phoneNumber: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id is sealed in with the number, so it has to be known first. */
async function seal({ sealing }: RefusalDeps, trx: Trx, id: number, number: string): Promise<void> {
  const { value: phoneNumber, sealedWith } = sealing.sealText('phone_refusals.phone_number', { id }, number)
  await trx.updateTable('phoneRefusals').set({ phoneNumber, sealedWith }).where('id', '=', id).execute()
}

/** What was taken back. */
export interface Lifted {
  /** Of the entry; null when nothing was. */
  id: number | null
  /** For every account. */
  calls: boolean
  texts: boolean
  /** The accounts whose calls it had declined, and takes again. */
  declinedBy: readonly number[]
  /** The phone itself refused calls, and does not any more; an admin may still refuse them. */
  isOwnNoOver: boolean
}

/**
 * Takes back what a phone refused. Only the phone itself may: by START (`texts` and `calls`), by the networks' "yes"
 * (texts alone, and only those that the networks stopped), or by ringing Cooee and pressing 1, which leaves texts
 * stopped if the provider stops them as well.
 * Returns what was taken back: nothing for a number that an admin refuses.
 */
export async function liftRefusal(
  deps: RefusalDeps,
  trx: Trx,
  phoneNumber: string,
  { by }: { by: 'start' | 'yes' | 'ring' },
): Promise<Lifted> {
  const hashes = deps.sealing.lookupHashes(phoneNumber)
  await lockRefusals(deps, trx, phoneNumber)
  const refusal = await refusalOf(deps, trx, phoneNumber)
  const declines = by === 'yes' ? [] : await liftDeclines(trx, hashes)
  const declinedBy = declines.map(({ accountId }) => accountId)
  const hadDeclined = declines.length > 0
  if (!refusal) return { id: declines[0]?.id ?? null, calls: false, texts: false, declinedBy, isOwnNoOver: hadDeclined }
  const known = await ownRefusalOf(trx, refusal)
  if (by === 'yes' && !known.isTextStop)
    return { id: null, calls: false, texts: false, declinedBy: [], isOwnNoOver: false }
  const keeps = {
    calls: known.callsSince !== null && by === 'yes',
    texts: known.textsSince !== null && by === 'ring' && known.isTextStop,
  }
  const own = sql<boolean>`account_id is null and phone_hash = any(${[...hashes]}::text[])`
  if (refusal.byAdmin) {
    // The phone cannot lift what an admin refuses.
    await trx
      .updateTable('phoneRefusals')
      .set({
        ...(keeps.calls ? {} : { callsRefusedAt: null }),
        ...(keeps.texts ? {} : { textsRefusedAt: null, isTextStop: false }),
      })
      .where(own)
      .where('adminRefusedAt', 'is not', null)
      .execute()
  } else if (keeps.calls) {
    await trx.updateTable('phoneRefusals').set({ textsRefusedAt: null, isTextStop: false }).where(own).execute()
  } else {
    await trx.deleteFrom('phoneRefusals').where(own).execute()
    // In an entry of its own: calls that are refused again later are reported again.
    const texts = { textsRefusedAt: known.textsSince, isTextStop: known.isTextStop }
    if (keeps.texts) await insertRefusal(deps, trx, phoneNumber, texts)
  }
  const calls = known.callsSince !== null && !keeps.calls
  const isOwnNoOver = calls || hadDeclined
  if (refusal.byAdmin) return { id: null, calls: false, texts: false, declinedBy: [], isOwnNoOver }
  return {
    id: refusal.id,
    calls,
    texts: known.textsSince !== null && !keeps.texts,
    declinedBy,
    isOwnNoOver,
  }
}

/** Deletes what single accounts were declined. Returns the entries, each with its account. */
async function liftDeclines(trx: Trx, hashes: readonly string[]): Promise<{ id: number; accountId: number }[]> {
  return trx
    .deleteFrom('phoneRefusals')
    .where(sql<boolean>`phone_hash = any(${[...hashes]}::text[])`)
    .where('accountId', 'is not', null)
    .returning(['id', sql<number>`account_id`.as('accountId')])
    .execute()
}

/** Of these numbers, each with the account that would ring it: those that have declined the calls of that account. */
export async function declinedNumbers(
  { sealing }: Pick<RefusalDeps, 'sealing'>,
  db: Db,
  wanted: readonly { accountId: number; phoneNumber: string }[],
): Promise<{ accountId: number; phoneNumber: string }[]> {
  if (wanted.length === 0) return []
  const hashesOf = new Map(wanted.map(({ phoneNumber }) => [phoneNumber, sealing.lookupHashes(phoneNumber)]))
  const rows = await db
    .selectFrom('phoneRefusals')
    .select(['accountId', 'phoneHash'])
    .where(sql<boolean>`phone_hash = any(${[...hashesOf.values()].flat()}::text[])`)
    .where('accountId', 'is not', null)
    .execute()
  return wanted.filter(({ accountId, phoneNumber }) =>
    rows.some((row) => row.accountId === accountId && hashesOf.get(phoneNumber)?.includes(row.phoneHash)),
  )
}

/** Whether the phone has declined the calls of this account, or of any account where none is given. */
export async function hasDeclined(
  { sealing }: Pick<RefusalDeps, 'sealing'>,
  db: Db,
  phoneNumber: string,
  accountId?: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('phoneRefusals')
    .select('id')
    .where(sql<boolean>`phone_hash = any(${[...sealing.lookupHashes(phoneNumber)]}::text[])`)
    .where('accountId', 'is not', null)
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? 0))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
