import twilio from 'twilio'
import type { DeliveryResult } from '../../delivery.ts'
import type { ReceivedTexts, Texts } from '../texts.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { senderOf } from './callbacks/callback-forms.ts'
import { textStatusUrl } from './callbacks/callback-urls.ts'
import { lookup } from './lookup.ts'
import type { TwilioConfig } from './twilio-telephony.ts'
import { isCreatedAtOrAfter } from './twilio-time.ts'

const NEWEST = 50
/** The largest page that there is. */
const NEWEST_RECEIVED = 1000

/** Text messages through Twilio or the sandbox, which report to `textStatusUrl` whether they were delivered. */
export function twilioTexts({ accountSid, authToken, from, publicUrl, baseUrl }: TwilioConfig): Texts & ReceivedTexts {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  return {
    async send({ to, text, messageId }): Promise<DeliveryResult> {
      try {
        const callback = messageId === null ? {} : { statusCallback: textStatusUrl(publicUrl, messageId) }
        const message = await client.messages.create({ to, from, body: text, ...callback })
        return { kind: 'accepted', providerId: message.sid }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        // 400 is about the number; anything else (429, 5xx, no answer, a wrong key) may change.
        return error instanceof twilio.RestException && error.status === 400
          ? { kind: 'rejected', reason }
          : { kind: 'unreachable', reason }
      }
    },

    // Not narrowed by the date it was sent: one that is still queued has none, and may be the one in question.
    find: ({ to, text, since }) =>
      lookup(async () => {
        const messages = await client.messages.list({ to, from, limit: NEWEST })
        return messages
          .filter((sent) => hasWords(sent.body, text) && isCreatedAtOrAfter(sent, since))
          .map(({ sid }) => sid)
      }),

    received: ({ since }) =>
      lookup(async () => {
        const paging = { limit: NEWEST_RECEIVED, pageSize: NEWEST_RECEIVED }
        const messages = await client.messages.list({ to: from, dateSentAfter: since, ...paging })
        return messages
          .filter(({ direction }) => direction === 'inbound')
          .map(({ sid, from: sender, body, dateSent, dateCreated }) => ({
            providerMessageId: sid,
            from: senderOf({ From: sender ?? '' }),
            text: body ?? '',
            sentAt: dateSent ?? dateCreated,
          }))
          .reverse()
      }),
  }
}

/** Trial accounts put a sentence of the provider's before the text. */
function hasWords(body: string, text: string): boolean {
  return body.trim().endsWith(text.trim())
}
