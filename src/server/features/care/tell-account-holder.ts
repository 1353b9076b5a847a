import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import { type News, noticeText } from '#core/call-policy/notices.ts'
import { formatTime } from '#core/format/dates.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { Trx } from '#server/platform/database.ts'
import type { EndingCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'
import { notifyHolder } from './notify-holder.ts'

/**
 * Tells the account holder by e-mail, and by SMS where a number is known, that a call did not go well. Written in the
 * transaction of the fact; the same news of the same call is told once.
 */
export async function tellAccountHolder(deps: CareDeps, trx: Trx, call: EndingCall, news: News): Promise<void> {
  const { email, holderPhone, lovedOnePhone, timezone } = await trx
    .selectFrom('lovedOnes')
    .innerJoin('accounts', 'accounts.id', 'lovedOnes.accountId')
    .select(['accounts.email', 'accounts.phoneNumber as holderPhone', 'lovedOnes.phoneNumber as lovedOnePhone'])
    .select('lovedOnes.timezone')
    .where('lovedOnes.id', '=', call.lovedOneId)
    .executeTakeFirstOrThrow()
  const text = noticeText(news, {
    name: call.name,
    callLabel: CALL_TYPE_LABELS[call.callType],
    localTime: formatTime(call.scheduledFor, timezone),
    phone: displayPhone(lovedOnePhone),
    link: `${deps.publicUrl}/calls/details/${call.id}`,
  })
  const { accountId } = call
  await notifyHolder(deps, trx, { accountId, email, holderPhone }, text, `call:${call.id}:${news.kind}`)
}
