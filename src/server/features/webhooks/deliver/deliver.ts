import { pauseAfterTries } from '#core/webhooks/retry-schedule.ts'
import type { SendOutcome } from '#server/adapters/webhook-sender/webhook-sender.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { WebhooksDeps } from '../deps.ts'
import { openSecret, SECRET_UNREADABLE } from '../webhook-secret.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { noteFailure, noteSuccess } from './failing.ts'
import { outcomeInWords } from './outcome-in-words.ts'

/** A try as the log shows it. */
interface Tried {
  at: Date
  status: number | null
  /** Empty after a success. */
  error: string | null
  durationMs: number
}

/** The key may come back: the delivery is retried like any other. */
const BODY_UNREADABLE = 'What is to be sent cannot be read: it is encrypted, and Cooee does not have the key.'
const GIVEN_UP = 'No try succeeded.'

/** Sends a claimed delivery once and notes the outcome. Where it dies, or `signal` ends it (false), the claim runs out and it is sent again. */
export async function deliver(deps: WebhooksDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<boolean> {
  const at = deps.clock.now()
  const tried = await trySending(deps, delivery, at, signal)
  if (tried === 'called_off') return false
  await retryingTransaction(deps.db, (trx) => note(deps, trx, delivery, tried))
  const facts = { deliveryId: delivery.id, webhookId: delivery.webhookId, status: tried.status }
  if (tried.error === null) deps.log.debug(facts, 'Webhook delivered')
  else deps.log.warn({ ...facts, error: tried.error }, 'Webhook not delivered')
  return true
}

async function trySending(
  deps: WebhooksDeps,
  delivery: ClaimedDelivery,
  at: Date,
  signal: AbortSignal,
): Promise<Tried | 'called_off'> {
  const { id, webhookId, url, messageId, secret, sealedWith } = delivery
  const opened = openSecret(deps.sealing, { id: webhookId, secret, sealedWith })
  if (opened.kind === 'unreadable') return { at, status: null, error: SECRET_UNREADABLE, durationMs: 0 }
  const stored = { value: delivery.body, sealedWith: delivery.bodySealedWith }
  const body = deps.sealing.openText('webhook_deliveries.body', { messageId }, stored)
  if (body.kind === 'unreadable') return { at, status: null, error: BODY_UNREADABLE, durationMs: 0 }
  const began = performance.now()
  try {
    const outcome = await deps.webhookSender.send(
      { url, secret: opened.content, messageId, at, body: body.content },
      { signal },
    )
    return outcome.kind === 'called_off' ? 'called_off' : { at, ...triedFrom(outcome) }
  } catch (error) {
    deps.log.error({ err: error, deliveryId: id }, 'Webhook not sent')
    return { at, status: null, error: 'Cooee could not send it.', durationMs: Math.round(performance.now() - began) }
  }
}

function triedFrom(outcome: Exclude<SendOutcome, { kind: 'called_off' }>): Omit<Tried, 'at'> {
  const status = 'status' in outcome ? outcome.status : null
  const error = outcome.kind === 'delivered' ? null : outcomeInWords(outcome)
  return { status, error, durationMs: outcome.durationMs }
}

async function note(deps: WebhooksDeps, trx: Trx, delivery: ClaimedDelivery, tried: Tried): Promise<void> {
  // The webhook is locked before its deliveries, as everywhere.
  if (tried.error === null) await noteSuccess(trx, delivery)
  else await noteFailure(deps, trx, delivery, tried)
  const stored = await trx
    .selectFrom('webhookDeliveries')
    .select(['state', 'tries', 'nextAt', 'claimedUntil', 'byHandAt', 'endedAt'])
    .where('id', '=', delivery.id)
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return // Its webhook was deleted meanwhile.
  await trx
    .insertInto('webhookTries')
    .values({
      deliveryId: delivery.id,
      triedAt: tried.at,
      byHand: delivery.byHandAt !== null,
      status: tried.status,
      error: tried.error,
      durationMs: tried.durationMs,
    })
    .execute()
  // After its claim has expired another worker has it: that result counts. A success counts from any worker.
  const isClaimed = isSame(stored.claimedUntil, delivery.claimedUntil)
  if (!isClaimed && tried.error !== null) return
  const now = deps.clock.now()
  const isStillQueued = stored.state === 'queued' && stored.nextAt !== null && stored.nextAt <= tried.at
  const tries = stored.tries + (isStillQueued ? 1 : 0)
  await trx
    .updateTable('webhookDeliveries')
    .set({ tries, failures: 0, claimedUntil: isClaimed ? null : stored.claimedUntil })
    // Requested again meanwhile, it is sent again.
    .$if(isSame(stored.byHandAt, delivery.byHandAt), (query) => query.set({ byHandAt: null }))
    .$if(tried.error === null, (query) =>
      query.set({
        state: 'delivered',
        nextAt: null,
        reason: null,
        endedAt: stored.state === 'delivered' ? stored.endedAt : now,
      }),
    )
    .$if(tried.error !== null && isStillQueued, (query) => query.set(nextAfter(tries, now)))
    .where('id', '=', delivery.id)
    .execute()
}

function nextAfter(tries: number, now: Date) {
  const pauseMs = pauseAfterTries(tries, Math.random())
  return pauseMs === null
    ? ({ state: 'given_up', nextAt: null, endedAt: now, reason: GIVEN_UP } as const)
    : { nextAt: new Date(now.getTime() + pauseMs) }
}

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()
