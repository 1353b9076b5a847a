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

const LISTED = ['id', 'device', 'deviceHash', 'createdAt', 'lastSentAt', 'goneAt'] as const
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
  return rows.map(({ deviceHash: own, createdAt, lastSentAt, goneAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    isGone: goneAt !== null,
    isThisDevice: own !== null && deviceHash !== undefined && own.equals(deviceHash),
  }))
}

/**
 * Notifies this browser from now on. A browser belongs to one person: who signs in on it and wants it notified takes it over.
 * Refuses an address that is no push service outside (`invalid` on `endpoint`), and more than ten devices that are still there
 * (`conflict`).
 */
export async function addPushDevice(
  deps: PushDeps,
  personId: number,
  subscription: AddPushDeviceBody,
  browser: AskingBrowser,
): Promise<void> {
  const written = await sealed(deps, personId, subscription, browser)
  const { endpointHash } = written
  await deps.db.transaction().execute(async (trx) => {
    const devices = await lockDevices(trx, personId)
    const others = devices.filter((device) => device.endpointHash !== endpointHash)
    const gone = others.filter(({ goneAt }) => goneAt !== null)
    if (others.length - gone.length >= MAX_PUSH_DEVICES) {
      throw new AppError('conflict', `We notify ${MAX_PUSH_DEVICES} devices at most. Please remove one first.`)
    }
    // Replaces this browser's own gone rows; at the limit, all gone rows make room.
    const isFull = others.length >= MAX_PUSH_DEVICES
    await remove(trx, isFull ? gone : gone.filter((device) => isOf(browser, device)))
    await removeOfOthers(trx, personId, endpointHash)
    await trx
      .insertInto('pushDevices')
      .values({ ...written, createdAt: deps.clock.now() })
      .onConflict((conflict) => conflict.column('endpointHash').doUpdateSet(written))
      .execute()
  })
}

/**
 * Notifies this browser at the address that its push service has given it instead; what waits in the outbox for the browser goes
 * there too. Refuses a browser that the person does not want notified, or whose present address is known to be gone
 * (`not_found`), and an address that is no push service outside.
 */
export async function renewPushDevice(
  deps: PushDeps,
  personId: number,
  subscription: AddPushDeviceBody,
  browser: AskingBrowser,
): Promise<void> {
  const written = await sealed(deps, personId, subscription, browser)
  const { endpointHash } = written
  await deps.db.transaction().execute(async (trx) => {
    const devices = await lockDevices(trx, personId)
    const same = devices.find((device) => device.endpointHash === endpointHash)
    const own = devices.filter((device) => isOf(browser, device))
    // A desktop web app may share its browser's cookies: with two live rows we cannot tell which one moved, so both stay.
    const present = own.filter(({ goneAt }) => goneAt === null)
    const moved = same ?? own.find(({ goneAt }) => goneAt !== null) ?? (present.length === 1 ? present[0] : undefined)
    if ((!same && own.length === 0) || same?.goneAt) throw notFound('Device')
    if (same && (browser.deviceHash === undefined || isOf(browser, same))) return
    await removeOfOthers(trx, personId, endpointHash)
    if (moved) await trx.updateTable('pushDevices').set(written).where('id', '=', moved.id).execute()
    else
      await trx
        .insertInto('pushDevices')
        .values({ ...written, createdAt: deps.clock.now() })
        .execute()
  })
}

/** What is stored of a browser, its address sealed. */
async function sealed(
  { sealing, push }: PushDeps,
  personId: number,
  { endpoint, keys }: AddPushDeviceBody,
  { userAgent, deviceHash }: AskingBrowser,
) {
  const refusal = await push.refusalOf(endpoint)
  if (refusal !== null) throw new AppError('invalid', refusal, { field: 'endpoint' })
  const endpointHash = hash('sha256', endpoint, 'base64url')
  const content: PushSubscriptionKeys = { endpoint, ...keys }
  const { value: subscription, sealedWith } = sealing.sealText(
    'push_devices.subscription',
    { endpointHash },
    JSON.stringify(content),
  )
  const device = deviceName(userAgent ?? null).slice(0, MAX_NAME)
  return { personId, endpointHash, subscription, sealedWith, deviceHash: deviceHash ?? null, device, goneAt: null }
}

interface StoredDevice {
  id: number
  endpointHash: string
  deviceHash: Buffer | null
  goneAt: Date | null
}

/** The person's devices. Locks the person, so that two at once do not pass the limit. */
async function lockDevices(trx: Trx, personId: number): Promise<StoredDevice[]> {
  await trx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
  return trx
    .selectFrom('pushDevices')
    .select(['id', 'endpointHash', 'deviceHash', 'goneAt'])
    .where('personId', '=', personId)
    .orderBy('id')
    .execute()
}

const isOf = ({ deviceHash }: AskingBrowser, device: StoredDevice): boolean =>
  deviceHash !== undefined && device.deviceHash?.equals(deviceHash) === true

async function remove(trx: Trx, devices: readonly StoredDevice[]): Promise<void> {
  if (devices.length === 0) return
  const ids = devices.map(({ id }) => id)
  await trx.deleteFrom('pushDevices').where('id', 'in', ids).execute()
}

/** The person gets a row of their own: what waits in the outbox for the one before finds no device. */
async function removeOfOthers(trx: Trx, personId: number, endpointHash: string): Promise<void> {
  await trx
    .deleteFrom('pushDevices')
    .where('endpointHash', '=', endpointHash)
    .where('personId', '<>', personId)
    .execute()
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
