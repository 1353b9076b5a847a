import type { PhoneAccount } from '../phone-account.ts'
import { BaseUrlClient } from './base-url-client.ts'

/** Longer than this and an answer says little about the time. */
const ANSWER_WITHIN_MS = 3_000

/** Reads the provider's clock: the `Date` of its answer (RFC 9110, section 6.6.1), in whole seconds. Throws without one. */
export function twilioTime({ accountSid, authToken, baseUrl }: PhoneAccount): () => Promise<Date> {
  const client = new BaseUrlClient(baseUrl)
  return async () => {
    const answer = await client.request({
      method: 'get',
      uri: `https://api.twilio.com/2010-04-01/Accounts/${accountSid}.json`,
      username: accountSid,
      password: authToken,
      timeout: ANSWER_WITHIN_MS,
    })
    const { date } = (answer.headers ?? {}) as { date?: string }
    const at = new Date(date ?? Number.NaN)
    if (Number.isNaN(at.getTime())) throw new Error('The phone provider does not give the time')
    return at
  }
}

/**
 * The provider's clock and ours may differ, and its dates are whole seconds. A call a minute too old can only be one that
 * no attempt knows of: taking it for this attempt's is right, dialling beside it would ring twice.
 */
const CLOCK_MARGIN_MS = 60_000

/** Whether the provider may have made a call or a text since then. */
export function isCreatedAtOrAfter({ dateCreated }: { dateCreated: Date | null }, since: Date): boolean {
  return !dateCreated || dateCreated.getTime() >= since.getTime() - CLOCK_MARGIN_MS
}
