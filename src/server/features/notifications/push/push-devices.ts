import { hash } from 'node:crypto'
import { type AddPushDeviceBody, MAX_PUSH_DEVICES, type PushDevice } from '#contract/accounts/push-devices.ts'
import { deviceName } from '#core/accounts/device-name.ts'
import type { PushSender, PushSubscriptionKeys } from '#server/adapters/push/push-sender.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

export interface PushDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  push: PushSender
}

/** The browser that asks: how it names itself, and the hash of the token by which it is known. */
export interface AskingBrowser {
  userAgent: string | undefined
  deviceHash: Buffer | undefined
}

const LISTED = ['id', 'device', 'deviceHash', 'createdAt', 'lastSentAt'] as const
const MAX_NAME = 100

/** The devices that a person wants notified, the newest first. */
export async function listPushDevices(
  db: Db,
  personId: number,
  { deviceHash }: Pick<AskingBrowser, 'deviceHash'>,
): Promise<PushDevice[]> {
  const rows = await db
    .selectFrom('pushDevices')
    .select(LISTED)
    .where('personId', '=', personId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ deviceHash: own, createdAt, lastSentAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    isThisDevice: own !== null && deviceHash !== undefined && own.equals(deviceHash),
  }))
}

/**
 * Notifies this browser from now on. A browser belongs to one person: who signs in on it and wants it notified takes it over.
 * Refuses an address that is no push service outside (`invalid` on `endpoint`), and more than ten devices (`conflict`).
 */
export async function addPushDevice(
  { db, clock, sealing, push }: PushDeps,
  personId: number,
  { endpoint, keys }: AddPushDeviceBody,
  { userAgent, deviceHash }: AskingBrowser,
): Promise<number> {
  const refusal = await push.refusalOf(endpoint)
  if (refusal !== null) throw new AppError('invalid', refusal, { field: 'endpoint' })
  const endpointHash = hash('sha256', endpoint, 'base64url')
  const content: PushSubscriptionKeys = { endpoint, ...keys }
  const { value: subscription, sealedWith } = sealing.sealText(
    'push_devices.subscription',
    { endpointHash },
    JSON.stringify(content),
  )
  return db.transaction().execute(async (trx) => {
    // One at a time, so that two at once do not pass the limit.
    await trx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
    const others = await trx
      .selectFrom('pushDevices')
      .select('id')
      .where('personId', '=', personId)
      .where('endpointHash', '<>', endpointHash)
      .execute()
    if (others.length >= MAX_PUSH_DEVICES) {
      throw new AppError('conflict', `We notify ${MAX_PUSH_DEVICES} devices at most. Please remove one first.`)
    }
    const written = {
      ...{ personId, subscription, sealedWith, deviceHash: deviceHash ?? null },
      device: deviceName(userAgent ?? null).slice(0, MAX_NAME),
    }
    // A row of its own: what waits in the outbox for the one before finds no device.
    await trx
      .deleteFrom('pushDevices')
      .where('endpointHash', '=', endpointHash)
      .where('personId', '<>', personId)
      .execute()
    const { id } = await trx
      .insertInto('pushDevices')
      .values({ ...written, endpointHash, createdAt: clock.now() })
      .onConflict((conflict) => conflict.column('endpointHash').doUpdateSet(written))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Notifies one device of the person no more. Those of others are not found. */
export async function removePushDevice(db: Db, personId: number, id: number): Promise<void> {
  const removed = await db
    .deleteFrom('pushDevices')
    .where('id', '=', id)
    .where('personId', '=', personId)
    .returning('id')
    .executeTakeFirst()
  if (!removed) throw notFound('Device')
}

/** The next user of this browser gets none of the person's news: they have signed out of it, here or from elsewhere. */
export async function removePushOfBrowser(db: Db, personId: number, deviceHash: Buffer): Promise<void> {
  await db.deleteFrom('pushDevices').where('personId', '=', personId).where('deviceHash', '=', deviceHash).execute()
}

/** Somebody has signed in with this browser: the user before them has no session in it any more, and gets no news there. */
export async function removePushOfEarlierUsers(db: Db, personId: number, deviceHash: Buffer): Promise<void> {
  await db.deleteFrom('pushDevices').where('personId', '<>', personId).where('deviceHash', '=', deviceHash).execute()
}

/** The person has signed out everywhere but in this browser. Returns how many devices are notified no more. */
export async function removePushOfOthers(trx: Trx, personId: number, deviceHash: Buffer | undefined): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('pushDevices')
    .where('personId', '=', personId)
    .$if(deviceHash !== undefined, (query) =>
      query.where((eb) => eb.or([eb('deviceHash', 'is', null), eb('deviceHash', '<>', deviceHash ?? Buffer.alloc(0))])),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Nobody is notified after a restore by what was removed since the backup. */
export async function removeAllPush(trx: Trx): Promise<void> {
  await trx.deleteFrom('pushDevices').execute()
}
