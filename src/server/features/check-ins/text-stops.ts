import { textWish } from '#core/escalation/reply.ts'
import { textsStoppedMail } from '#core/escalation/texts-stopped.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database.ts'

/**
 * Somebody wants no further text messages, or wants them again. The provider keeps to it by itself; here the contacts with
 * that number are flagged, so that they are rung at once, and their account holders are told of it, once. "yes" is what
 * the provider takes for START from somebody who had stopped them. Returns the accounts that are concerned.
 */
export async function applyTextWish(
  deps: CareDeps,
  trx: Trx,
  from: { phoneNumber: string; providerMessageId: string },
  wish: 'stop' | 'start' | 'yes',
): Promise<number[]> {
  return wish === 'stop' ? stop(deps, trx, from) : start(trx, from.phoneNumber)
}

async function stop(
  deps: CareDeps,
  trx: Trx,
  from: { phoneNumber: string; providerMessageId: string },
): Promise<number[]> {
  const now = deps.clock.now()
  const { phoneNumber } = from
  // Locked before the contacts, as whoever removes a loved one does; and two at once are told of once.
  const ofLovedOnes = await trx
    .selectFrom('lovedOnes')
    .select(['id', 'accountId', 'emergencyContactName'])
    .where('emergencyContactPhone', '=', phoneNumber)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const hadStopped = ofLovedOnes.length > 0 && (await hasStopped(trx, from))
  const stopped = await trx
    .updateTable('contacts')
    .set({ textsStoppedAt: now })
    .where('phoneNumber', '=', phoneNumber)
    .where('textsStoppedAt', 'is', null)
    .returning(['id', 'accountId', 'lovedOneId', 'name'])
    .execute()
  const told = new Map<number, { name: string; dedupeKey: string }>()
  for (const { accountId, emergencyContactName } of hadStopped ? [] : ofLovedOnes) {
    const name = emergencyContactName ?? 'The emergency contact'
    told.set(accountId, { name, dedupeKey: `texts-stopped:${accountId}:${phoneNumber}:${now.getTime()}` })
  }
  for (const { id, accountId, lovedOneId, name } of stopped) {
    told.set(accountId, { name, dedupeKey: `texts-stopped:${id}:${now.getTime()}` })
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_updated',
      description: `${name} does not take text messages any more`,
      details: 'Answered STOP to a text message',
      lovedOneId,
    })
  }
  for (const [accountId, { name, dedupeKey }] of told) {
    const { email: recipient } = await trx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await deps.tell(trx, { accountId, channel: 'email', recipient, ...textsStoppedMail(sentNameOr(name)), dedupeKey })
  }
  return [...told.keys()]
}

const LATEST_TEXTS = 100

/** Whether the last that was heard of it from the number, before this text, was a wish for no more of them. */
async function hasStopped(
  trx: Trx,
  { phoneNumber, providerMessageId }: { phoneNumber: string; providerMessageId: string },
): Promise<boolean> {
  const texts = await trx
    .selectFrom('inboundTexts')
    .select('text')
    .where('phoneNumber', '=', phoneNumber)
    .where('providerMessageId', '<>', providerMessageId)
    .orderBy('receivedAt', 'desc')
    .limit(LATEST_TEXTS)
    .execute()
  return texts.map(({ text }) => textWish(text)).find((wish) => wish !== null) === 'stop'
}

async function start(trx: Trx, phoneNumber: string): Promise<number[]> {
  const started = await trx
    .updateTable('contacts')
    .set({ textsStoppedAt: null })
    .where('phoneNumber', '=', phoneNumber)
    .where('textsStoppedAt', 'is not', null)
    .returning(['accountId', 'lovedOneId', 'name'])
    .execute()
  for (const { accountId, lovedOneId, name } of started) {
    await recordActivity(trx, {
      accountId,
      activityType: 'contact_updated',
      description: `${name} takes text messages again`,
      lovedOneId,
    })
  }
  return started.map(({ accountId }) => accountId)
}
