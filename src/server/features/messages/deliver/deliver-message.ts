import { type Selectable, sql } from 'kysely'
import { backOffMs } from '#core/back-off.ts'
import type { ReachedLimit } from '#core/notifications/limit-text.ts'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import type { Mail } from '#server/adapters/mail/mail.ts'
import type { PushSender } from '#server/adapters/push/push-sender.ts'
import type { Texts } from '#server/adapters/telephony/texts.ts'
import { PUSH_GOOD_FOR_SECONDS, type PushContent, sendPush } from '#server/features/notifications/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { whyNoPhones } from '#server/platform/phones/phone-permission.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import { eachJob, type JobHandler, type Jobs } from '#server/platform/work/jobs.ts'
import { DELIVERY_JOBS, enqueueMessage, type NewMessage, sendDelivery } from '../enqueue-message.ts'
import { notifyOfLimit } from '../notify-of-limit.ts'
import type { DeliveryTimeouts } from './delivery-timeouts.ts'
import { isFallbackDue, type OnFallback, writeFallbackText } from './fallback-text.ts'
import { NO_PHONES, NO_TEXTS } from './held-back.ts'
import type { OnUndelivered } from './on-undelivered.ts'
import { type IsStillNeeded, isToFormerMember, NOT_NEEDED } from './still-needed.ts'
import { takeFoundText, takeOwnText } from './take-found-text.ts'
import { isTextOverSpend, OVER_LIMIT, OVER_NUMBER_LIMIT, OVER_SPEND, textLimitOf } from './texts-of-day.ts'

export interface DeliveryDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  /** Reads what a phone refuses. */
  sealing: Sealing
  mail: Mail
  texts: Texts
  push: PushSender
  log: Logger
  onUndelivered: OnUndelivered
  onFallback: OnFallback
  isStillNeeded: IsStillNeeded
  timeouts: DeliveryTimeouts
  limits: Limits
  publicUrl: string
}

type Message = Selectable<MessagesTable>

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/**
 * Quick at first, since a message may be about a person who needs help; given up after this many pauses, a day in all.
 */
const RETRY_BACK_OFF = { shortestMs: 5 * SECOND, longestMs: 4 * HOUR }
const MAX_RETRIES = 17
/** For this time an urgent message is retried every minute; then hourly, for a day in all. */
const URGENT_RETRY_WINDOW_MS = 6 * HOUR
const DAY = 24 * HOUR

/** The result of a try. `found`: the provider had the text from an earlier one. `claim_expired`: another worker may be sending it, so nothing was sent. */
type SendResult =
  | DeliveryResult
  | { kind: 'found' }
  | { kind: 'not_needed' }
  | { kind: 'over_limit'; reason: string }
  | { kind: 'over_spend' }
  | { kind: 'claim_expired' }

/** One handler per channel, and one per channel for requests for help. */
export function deliveryHandlers(deps: DeliveryDeps): JobHandler[] {
  return Object.values(DELIVERY_JOBS).map((job) => eachJob(job, ({ messageId }) => deliverMessage(deps, messageId)))
}

/**
 * Sends one stored message through its channel, and retries later if nobody took it. One conditional update decides who
 * sends, so two workers never do. After a try without a known result (a crash between sending and noting it, an answer
 * that was lost) the provider is asked whether it has the text, before it is sent again. A mail server cannot be asked:
 * a mail is then sent a second time, with the same Message-ID.
 */
export async function deliverMessage(deps: DeliveryDeps, messageId: number): Promise<void> {
  const message = await claim(deps, messageId)
  if (!message) return recheckAfterClaim(deps, messageId)
  const result = await sendOnce(deps, message).catch(
    (error: unknown): SendResult => ({
      kind: 'unreachable',
      reason: error instanceof Error ? error.message : String(error),
    }),
  )
  await note(deps, message, result)
  if (message.accountId !== null) await announceChange(deps.db, message.accountId, 'calls')
}

function claim({ db, clock, timeouts }: DeliveryDeps, messageId: number): Promise<Message | undefined> {
  const now = clock.now()
  return db
    .updateTable('messages')
    .set((update) => ({
      claimedUntil: sql<Date>`${now}::timestamptz + case ${update.ref('channel')} when 'email' then ${timeouts.claimMs.email}::int else ${timeouts.claimMs.sms}::int end * interval '1 millisecond'`,
      tries: update('tries', '+', 1),
    }))
    .where('id', '=', messageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where((where) => where.or([where('claimedUntil', 'is', null), where('claimedUntil', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
}

/** Another worker is sending it, or died doing so: the next worker after that claim finds out. */
async function recheckAfterClaim({ db, jobs }: DeliveryDeps, messageId: number): Promise<void> {
  const open = await db
    .selectFrom('messages')
    .select(['id', 'claimedUntil', 'channel', 'isUrgent', 'isHelp'])
    .where('id', '=', messageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
  if (!open?.claimedUntil) return
  await sendDelivery(jobs, db, open, open.claimedUntil)
}

/** Sends it, unless the provider has it from an earlier try. While it cannot be asked, nothing is sent. */
async function sendOnce(deps: DeliveryDeps, message: Message): Promise<SendResult> {
  if (message.channel !== 'sms' || message.tries === 1) return sendIfWanted(deps, message)
  const { recipient: to, text, createdAt: since } = message
  const answer = await deps.texts.find({ to, text, since })
  if (answer.kind === 'unavailable') return { kind: 'unreachable', reason: answer.reason }
  const providerId = answer.kind === 'found' ? await takeFoundText(deps, message, answer.found) : undefined
  if (providerId === undefined) return sendIfWanted(deps, message)
  deps.log.info({ messageId: message.id, providerId }, 'Provider already has this text; not sending it again')
  return { kind: 'found' }
}

async function sendIfWanted(deps: DeliveryDeps, message: Message): Promise<SendResult> {
  if (await isToFormerMember(deps.db, message)) return { kind: 'not_needed' }
  if (!(await deps.isStillNeeded(message.besideId ?? message.id))) return { kind: 'not_needed' }
  if (message.channel === 'push')
    return isClaimFresh(deps, message) ? sendAsPush(deps, message) : { kind: 'claim_expired' }
  const barred = message.channel === 'sms' ? await whyNoPhones(deps.db, message.accountId) : null
  if (barred !== null) return { kind: 'rejected', reason: NO_PHONES[barred] }
  if (message.channel === 'sms' && (await refusalOf(deps, deps.db, message.recipient))?.textsSince) {
    return { kind: 'rejected', reason: NO_TEXTS }
  }
  const overLimit = await textLimitOf(deps, message)
  if (overLimit !== null) return { kind: 'over_limit', reason: overLimit }
  if (await isTextOverSpend(deps, message)) return { kind: 'over_spend' }
  return isClaimFresh(deps, message) ? send(deps, message) : { kind: 'claim_expired' }
}

/**
 * Whether what is sent now arrives while the claim holds: an adapter waits for less than half of it. A worker that was
 * delayed for longer (the process was suspended, the database was slow) leaves the message to the next worker after the
 * claim, which asks the provider first, and would not find a text that is still on its way.
 */
function isClaimFresh({ clock, timeouts }: DeliveryDeps, { channel, claimedUntil }: Message): boolean {
  const remainingMs = (claimedUntil?.getTime() ?? 0) - clock.now().getTime()
  return remainingMs >= timeouts.claimMs[channel === 'email' ? 'email' : 'sms'] / 2
}

/**
 * A push is never proof that somebody read it: nothing waits for it, and a device that is gone is no news. The next one about
 * the same replaces it, so it is given up after an hour.
 */
async function sendAsPush(
  deps: DeliveryDeps,
  { recipient, personId, text, isUrgent, createdAt }: Message,
): Promise<SendResult> {
  const isOld = deps.clock.now().getTime() - createdAt.getTime() > PUSH_GOOD_FOR_SECONDS * 1000
  if (isOld) return { kind: 'not_needed' }
  const content = JSON.parse(text) as PushContent
  const outcome = await sendPush(deps, { deviceId: Number(recipient), personId, content, isUrgent })
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'kept' }
    case 'gone':
      return { kind: 'not_needed' }
    case 'rejected':
      return outcome
    case 'unreachable':
      return outcome
  }
}

function send({ mail, texts }: DeliveryDeps, message: Message): Promise<DeliveryResult> {
  const { id: messageId, recipient: to, sentFrom: from, subject, text, isHelp } = message
  switch (message.channel) {
    case 'email':
      return mail.send({ to, subject: subject ?? 'Cooee', text, messageId, ...(isHelp && { isHelp }) })
    case 'sms':
      return texts.send({ to, from, text, messageId })
    case 'push':
      throw new Error('Pushes are sent by sendAsPush')
  }
}

async function note(deps: DeliveryDeps, message: Message, result: SendResult): Promise<void> {
  const { db, clock, log } = deps
  const now = clock.now()
  const update = db.updateTable('messages').where('id', '=', message.id)
  switch (result.kind) {
    case 'kept':
      await update.set({ sentAt: now, claimedUntil: null, error: null }).execute()
      return
    case 'accepted':
      if (await takeOwnText(deps, message, result.providerId)) return
      return tryLater(deps, message, 'The text is already matched to another message with these words')
    case 'found':
      return
    case 'rejected':
      log.error({ messageId: message.id, channel: message.channel }, 'Message permanently rejected; giving up')
      return giveUp(deps, message, result.reason)
    case 'not_needed':
      log.info({ messageId: message.id, channel: message.channel }, 'Message not needed any more; dropped')
      // Nothing depends on this message, so no step follows from its failure.
      await update.set({ failedAt: now, claimedUntil: null, error: NOT_NEEDED }).where('sentAt', 'is', null).execute()
      return
    case 'over_limit':
      log.warn({ messageId: message.id, accountId: message.accountId }, 'Text not sent: over the text limit')
      return giveUp(deps, message, result.reason)
    case 'over_spend':
      log.warn({ messageId: message.id, accountId: message.accountId }, 'Text not sent: over the daily spend')
      return giveUp(deps, message, OVER_SPEND)
    case 'unreachable':
      return tryLater(deps, message, result.reason, result.retryAfterSeconds)
    case 'claim_expired':
      log.warn({ messageId: message.id, channel: message.channel }, 'Message claim expired; retrying when it ends')
  }
}

async function giveUp(deps: DeliveryDeps, message: Message, reason: string): Promise<void> {
  const { db, clock, onUndelivered } = deps
  const { id } = message
  await db.transaction().execute(async (trx) => {
    const failed = { failedAt: clock.now(), claimedUntil: null, error: reason }
    const gaveUp = await trx
      .updateTable('messages')
      .set(failed)
      .where('id', '=', id)
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .returning('delivery')
      .executeTakeFirst()
    // For a text that the network lost before its answer arrived.
    if (gaveUp && gaveUp.delivery === null) await onUndelivered(trx, id)
    if (gaveUp) await writeFallbackText(deps, trx, message)
    const limit = LIMIT_OF[reason]
    if (gaveUp && limit && message.accountId !== null) await notifyOfTexts(deps, trx, message.accountId, limit)
  })
}

const LIMIT_OF: Partial<Record<string, ReachedLimit['kind']>> = {
  [OVER_LIMIT]: 'texts',
  [OVER_NUMBER_LIMIT]: 'texts_to_number',
  [OVER_SPEND]: 'spend',
}

function notifyOfTexts(
  { jobs, clock, limits, publicUrl }: DeliveryDeps,
  trx: Trx,
  accountId: number,
  kind: ReachedLimit['kind'],
): Promise<void> {
  const now = clock.now()
  const enqueueNotice = (inTrx: Trx, mail: NewMessage) => enqueueMessage(jobs, inTrx, { ...mail, createdAt: now })
  return notifyOfLimit(
    { enqueueNotice, publicUrl },
    trx,
    accountId,
    { kind, most: kind === 'texts_to_number' ? limits.textsPerNumberDay : limits.textsPerDay },
    now,
  )
}

/** Undefined when it is given up. */
function retryAfterMs({ isUrgent, tries, createdAt }: Message, now: Date): number | undefined {
  const pause = backOffMs(tries, RETRY_BACK_OFF)
  if (!isUrgent) return tries > MAX_RETRIES ? undefined : pause
  const age = now.getTime() - createdAt.getTime()
  if (age < URGENT_RETRY_WINDOW_MS) return Math.min(pause, MINUTE)
  return age < DAY ? HOUR : undefined
}

async function tryLater(deps: DeliveryDeps, message: Message, reason: string, retryAfterSeconds = 0): Promise<void> {
  const { db, jobs, clock, log } = deps
  const now = clock.now()
  const pauseMs = retryAfterMs(message, now)
  const facts = { messageId: message.id, channel: message.channel, tries: message.tries }
  if (pauseMs === undefined) {
    log.error(facts, 'Message not sent in a day; given up')
    return giveUp(deps, message, reason)
  }
  log.warn(facts, 'Message not sent; retrying')
  await db.transaction().execute(async (trx) => {
    const deliverAt = new Date(now.getTime() + Math.max(pauseMs, retryAfterSeconds * SECOND))
    const released = { claimedUntil: null, error: reason, deliverAt }
    const isReleased = await trx
      .updateTable('messages')
      .set(released)
      .where('id', '=', message.id)
      // A worker that has claimed it since is sending it: that claim is not ours to end.
      .where('tries', '=', message.tries)
      .executeTakeFirst()
    if (isReleased.numUpdatedRows === 0n) return
    await sendDelivery(jobs, trx, message, deliverAt)
    if (isFallbackDue(message, now)) await writeFallbackText(deps, trx, message)
  })
}
