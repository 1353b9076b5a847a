import { textsStoppedMail } from '#core/escalation/texts-stopped.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database.ts'

/**
 * Somebody wants no further text messages, or wants them again. The provider keeps to it by itself; here the contacts with
 * that number are flagged, so that they are rung at once, and their account holders are told of it, once. "yes" is what
 * the provider takes for START from somebody who had stopped them. Returns an account that is concerned, if any.
 */
export async function applyTextWish(
  deps: CareDeps,
  trx: Trx,
  phoneNumber: string,
  wish: 'stop' | 'start' | 'yes',
): Promise<number | null> {
  return wish === 'stop' ? stop(deps, trx, phoneNumber) : start(trx, phoneNumber)
}

async function stop(deps: CareDeps, trx: Trx, phoneNumber: string): Promise<number | null> {
  const now = deps.clock.now()
  const stopped = await trx
    .updateTable('contacts')
    .set({ textsStoppedAt: now })
    .where('phoneNumber', '=', phoneNumber)
    .where('textsStoppedAt', 'is', null)
    .returning(['id', 'accountId', 'lovedOneId', 'name'])
    .execute()
  const ofLovedOnes = await trx
    .selectFrom('lovedOnes')
    .select(['id', 'accountId', 'emergencyContactName'])
    .where('emergencyContactPhone', '=', phoneNumber)
    .execute()
  const told = new Map<number, { name: string; dedupeKey: string }>()
  for (const { accountId, emergencyContactName } of ofLovedOnes) {
    const name = emergencyContactName ?? 'The emergency contact'
    told.set(accountId, { name, dedupeKey: `texts-stopped:${accountId}:${phoneNumber}` })
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
    await deps.tell(trx, { accountId, channel: 'email', recipient, ...textsStoppedMail(name), dedupeKey })
  }
  return [...told.keys()][0] ?? null
}

async function start(trx: Trx, phoneNumber: string): Promise<number | null> {
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
  return started[0]?.accountId ?? null
}
