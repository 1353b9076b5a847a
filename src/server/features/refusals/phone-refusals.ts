import { sql } from 'kysely'
import { waitForLock } from '#server/platform/advisory-lock.ts'
import type { Db, Trx } from '#server/platform/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** What a phone wants no more of, and since when; null: takes it. */
export interface Refusal {
  /** Of the entry: another one after it was lifted. */
  id: number
  callsSince: Date | null
  textsSince: Date | null
  /** The provider delivers no text to it either. */
  isTextStop: boolean
}

/** What refusals are looked up with. */
export interface RefusalDeps {
  sealing: Pick<Sealing, 'lookupHashes' | 'sealText'>
}

/** What these phones refuse, by number in E.164; those that refuse nothing are left out. Holds for the whole installation. */
export async function refusalsOf(
  { sealing }: Pick<RefusalDeps, 'sealing'>,
  db: Db,
  numbers: readonly (string | null)[],
): Promise<Map<string, Refusal>> {
  const wanted = [...new Set(numbers)].filter((number) => number !== null)
  if (wanted.length === 0) return new Map()
  const numberOf = new Map(wanted.flatMap((number) => sealing.lookupHashes(number).map((hash) => [hash, number])))
  const rows = await db
    .selectFrom('phoneRefusals')
    .selectAll()
    .where(sql<boolean>`phone_hash = any(${[...numberOf.keys()]}::text[])`)
    .orderBy('id')
    .execute()
  const found = new Map<string, Refusal>()
  for (const { id, phoneHash, callsRefusedAt, textsRefusedAt, isTextStop } of rows) {
    const number = numberOf.get(phoneHash)
    if (number === undefined) continue
    const known = found.get(number)
    found.set(number, {
      id: known?.id ?? id,
      callsSince: known?.callsSince ?? callsRefusedAt,
      textsSince: known?.textsSince ?? textsRefusedAt,
      isTextStop: known?.isTextStop || isTextStop,
    })
  }
  return found
}

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

/** Writes down that a phone wants no calls or no texts, on top of what it refused before. Returns what it refuses now, and whether that is news. */
export async function refuse(
  deps: RefusalDeps,
  trx: Trx,
  { phoneNumber, calls, texts, isTextStop = false }: Refuses,
  now: Date,
): Promise<{ refusal: Refusal; isNew: boolean }> {
  const [phoneHash] = deps.sealing.lookupHashes(phoneNumber)
  await waitForLock(trx, 'refusal of', phoneHash)
  const known = await refusalOf(deps, trx, phoneNumber)
  const isNew = (calls && !known?.callsSince) || (texts && !known?.textsSince)
  const refused = {
    callsRefusedAt: known?.callsSince ?? (calls ? now : null),
    textsRefusedAt: known?.textsSince ?? (texts ? now : null),
    isTextStop: (known?.isTextStop ?? false) || isTextStop,
  }
  const id = known?.id ?? (await insert(trx, { phoneHash, ...refused }))
  if (known) await trx.updateTable('phoneRefusals').set(refused).where('id', '=', id).execute()
  else await seal(deps, trx, id, phoneNumber)
  const { callsRefusedAt: callsSince, textsRefusedAt: textsSince } = refused
  return { refusal: { id, callsSince, textsSince, isTextStop: refused.isTextStop }, isNew }
}

async function insert(
  trx: Trx,
  refused: { phoneHash: string; callsRefusedAt: Date | null; textsRefusedAt: Date | null; isTextStop: boolean },
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

/**
 * Takes back what a phone refused. Only the phone itself may: by START (`texts` and `calls`), by the networks' "yes" (texts
 * alone), or by ringing Cooee and pressing 1, which leaves texts stopped where the provider stops them as well. Returns what was
 * taken back.
 */
export async function liftRefusal(
  deps: RefusalDeps,
  trx: Trx,
  phoneNumber: string,
  { by }: { by: 'start' | 'yes' | 'ring' },
): Promise<{ calls: boolean; texts: boolean }> {
  const hashes = deps.sealing.lookupHashes(phoneNumber)
  await waitForLock(trx, 'refusal of', hashes[0])
  const known = await refusalOf(deps, trx, phoneNumber)
  if (!known) return { calls: false, texts: false }
  const keeps = {
    calls: known.callsSince !== null && by === 'yes',
    texts: known.textsSince !== null && by === 'ring' && known.isTextStop,
  }
  const own = sql<boolean>`phone_hash = any(${[...hashes]}::text[])`
  if (keeps.calls || keeps.texts) {
    await trx
      .updateTable('phoneRefusals')
      .set(keeps.calls ? { textsRefusedAt: null, isTextStop: false } : { callsRefusedAt: null })
      .where(own)
      .execute()
  } else {
    await trx.deleteFrom('phoneRefusals').where(own).execute()
  }
  return {
    calls: known.callsSince !== null && !keeps.calls,
    texts: known.textsSince !== null && !keeps.texts,
  }
}
