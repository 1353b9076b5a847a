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
 * Notifies this browser from now on, in place of what it was notified at before. A browser belongs to one person: who signs in on
 * it and wants it notified takes it over. Refuses an address that is no push service outside (`invalid` on `endpoint`), and more
 * than ten devices that are still there (`conflict`).
 */
export async function addPushDevice(
  deps: PushDeps,
  personId: number,
  subscription: AddPushDeviceBody,
  browser: AskingBrowser,
): Promise<void> {
  const endpointHash = await checkedHash(deps, subscription)
  await deps.db.transaction().execute(async (trx) => {
    const before = await devicesBefore(trx, personId, endpointHash, browser)
    await save(deps, trx, personId, { subscription, endpointHash, browser, before })
  })
}

/**
 * Notifies this browser at the address that its push service has given it instead. Refuses a browser that the person does not want
 * notified, or whose present address is known to be gone (`not_found`), and an address that is no push service outside.
 */
export async function renewPushDevice(
  deps: PushDeps,
  personId: number,
  subscription: AddPushDeviceBody,
  browser: AskingBrowser,
): Promise<void> {
  const endpointHash = await checkedHash(deps, subscription)
  await deps.db.transaction().execute(async (trx) => {
    const before = await devicesBefore(trx, personId, endpointHash, browser)
    const same = before.own.find((device) => device.endpointHash === endpointHash)
    if (before.own.length === 0 || same?.goneAt) throw notFound('Device')
    if (!same) await save(deps, trx, personId, { subscription, endpointHash, browser, before })
  })
}

async function checkedHash({ push }: PushDeps, { endpoint }: AddPushDeviceBody): Promise<string> {
  const refusal = await push.refusalOf(endpoint)
  if (refusal !== null) throw new AppError('invalid', refusal, { field: 'endpoint' })
  return hash('sha256', endpoint, 'base64url')
}

interface DevicesBefore {
  /** This browser's: it has one address at a time. */
  own: { id: number; endpointHash: string; createdAt: Date; goneAt: Date | null }[]
  others: { id: number; goneAt: Date | null }[]
}

/** Locks the person, so that two at once do not pass the limit. */
async function devicesBefore(
  trx: Trx,
  personId: number,
  endpointHash: string,
  { deviceHash }: AskingBrowser,
): Promise<DevicesBefore> {
  await trx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
  const devices = await trx
    .selectFrom('pushDevices')
    .select(['id', 'endpointHash', 'deviceHash', 'createdAt', 'goneAt'])
    .where('personId', '=', personId)
    .execute()
  const isOwn = ({ endpointHash: known, deviceHash: browser }: (typeof devices)[number]) =>
    known === endpointHash || (deviceHash !== undefined && browser?.equals(deviceHash) === true)
  return { own: devices.filter(isOwn), others: devices.filter((device) => !isOwn(device)) }
}

async function save(
  { clock, sealing }: PushDeps,
  trx: Trx,
  personId: number,
  {
    subscription: { endpoint, keys },
    endpointHash,
    browser: { userAgent, deviceHash },
    before: { own, others },
  }: { subscription: AddPushDeviceBody; endpointHash: string; browser: AskingBrowser; before: DevicesBefore },
): Promise<void> {
  if (others.filter(({ goneAt }) => goneAt === null).length >= MAX_PUSH_DEVICES) {
    throw new AppError('conflict', `We notify ${MAX_PUSH_DEVICES} devices at most. Please remove one first.`)
  }
  const content: PushSubscriptionKeys = { endpoint, ...keys }
  const { value: subscription, sealedWith } = sealing.sealText(
    'push_devices.subscription',
    { endpointHash },
    JSON.stringify(content),
  )
  const written = {
    ...{ personId, subscription, sealedWith, deviceHash: deviceHash ?? null, goneAt: null },
    device: deviceName(userAgent ?? null).slice(0, MAX_NAME),
  }
  // Those that are gone make room. And somebody else's is a row of its own: what waits in the outbox for them finds no device.
  const gone = others.length >= MAX_PUSH_DEVICES ? others.filter(({ goneAt }) => goneAt !== null) : []
  const replaced = own.filter((device) => device.endpointHash !== endpointHash)
  const removed = [...gone, ...replaced].map(({ id }) => id)
  await trx
    .deleteFrom('pushDevices')
    .where((eb) =>
      eb.or([
        eb.and([eb('endpointHash', '=', endpointHash), eb('personId', '<>', personId)]),
        ...(removed.length > 0 ? [eb('id', 'in', removed)] : []),
      ]),
    )
    .execute()
  await trx
    .insertInto('pushDevices')
    .values({ ...written, endpointHash, createdAt: own[0]?.createdAt ?? clock.now() })
    .onConflict((conflict) => conflict.column('endpointHash').doUpdateSet(written))
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
