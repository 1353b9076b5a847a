import { maskPhone } from '#core/phone/display-phone.ts'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { countTestText } from '#server/features/messages/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { AdminDeps } from '../deps.ts'

const TEST_TEXTS: Quota = {
  name: 'test-text',
  limit: 60,
  windowSeconds: 3600,
  message: 'You have sent many test messages in the last hour. Please try again later.',
}

const REFUSES_TEXTS = 'That phone wants no text messages.'
const REFUSED_BY_ADMIN = 'That number is refused: nobody texts it. The Accounts tab lists refused numbers.'

export type TestTextOutcome =
  | { kind: 'sent'; messageSid: string }
  /** `isFinal`: a retry does not help. */
  | { kind: 'not_sent'; error: string; isFinal: boolean }

/** Sends one text message to a number, once, and says what the provider said. Refuses unwanted numbers. Only the masked number is kept. */
export async function sendTestText(
  deps: AdminDeps,
  admin: AskingAdmin,
  { phoneNumber, message }: { phoneNumber: string; message: string },
): Promise<TestTextOutcome> {
  const { db, clock, texts, log, phoneCountries } = deps
  const to = ordinaryNumber(phoneNumber, { countries: phoneCountries })
  await db.transaction().execute(async (trx) => {
    const at = clock.now()
    await refuseWithoutPhones(trx, admin.account.id, 'we cannot text anybody')
    const refusal = await refusalOf(deps, trx, to)
    if (refusal?.textsSince) {
      throw new AppError('conflict', refusal.byAdmin ? REFUSED_BY_ADMIN : REFUSES_TEXTS, { field: 'phoneNumber' })
    }
    await spendQuota(trx, TEST_TEXTS, String(admin.account.id), at)
    const detail = `to ${maskPhone(to)}`
    await recordAction(trx, { ...admin, action: 'test_text.sent', detail, at })
  })
  const outcome = await texts.send({ to, text: message, messageId: null }).catch((error: unknown): DeliveryResult => {
    log.warn({ err: error }, 'Test text sent, answer lost; whether it was taken is unknown')
    return { kind: 'unreachable', reason: 'nobody knows whether the provider has taken it' }
  })
  const result = resultOf(outcome)
  if (result.kind === 'not_sent') {
    const [at, detail] = [clock.now(), `to ${maskPhone(to)}`]
    await db.transaction().execute((trx) => recordAction(trx, { ...admin, action: 'test_text.not_sent', detail, at }))
  } else {
    const counted = { accountId: admin.account.id, recipient: maskPhone(to), text: message, sentAt: clock.now() }
    await countTestText(db, counted)
  }
  return result
}

function resultOf(outcome: DeliveryResult): TestTextOutcome {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'sent', messageSid: outcome.providerId ?? '' }
    case 'kept':
      return { kind: 'sent', messageSid: '' }
    case 'rejected':
      return { kind: 'not_sent', error: `The phone provider refused the message: ${outcome.reason}`, isFinal: true }
    case 'unreachable':
      return { kind: 'not_sent', error: `Failed to send SMS: ${outcome.reason}`, isFinal: false }
  }
}
