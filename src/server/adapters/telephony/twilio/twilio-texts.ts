import twilio from 'twilio'
import type { DeliveryResult } from '../../delivery.ts'
import { knownNumbers, sendingNumber, sentByUs } from '../phone-account.ts'
import type { ReceivedTexts, TextDeliveries, Texts } from '../texts.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { senderOf } from './callbacks/callback-forms.ts'
import { textStatusUrl } from './callbacks/callback-urls.ts'
import { lookup } from './lookup.ts'
import { textDelivery } from './text-delivery.ts'
import type { TwilioConfig } from './twilio-telephony.ts'
import { isCreatedAtOrAfter } from './twilio-time.ts'

const NEWEST = 50
/**
 * The provider's codes about the number that writes: it is not ours any more, or cannot write. Tried again, it may go out
 * from another one. Source: https://www.twilio.com/docs/api/errors
 */
const SENDER_REFUSED = new Set([21212, 21606, 21659, 21660])
/** The largest page that there is. All pages are read: a text on a later one would never be found. */
const RECEIVED_PAGE = 1000

/** Text messages through Twilio or the sandbox, which report to `textStatusUrl` whether they were delivered. */
export function twilioTexts(config: TwilioConfig): Texts & TextDeliveries & ReceivedTexts {
  const { accountSid, authToken, publicUrl, baseUrl } = config
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  return {
    async send({ to, from, text, messageId }): Promise<DeliveryResult> {
      try {
        const callback = messageId === null ? {} : { statusCallback: textStatusUrl(publicUrl, messageId) }
        const message = await client.messages.create({ to, from: sendingNumber(config, from), body: text, ...callback })
        return { kind: 'accepted', providerId: message.sid }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        // 400 is about the number; anything else (429, 5xx, no answer, a wrong key, a sender that is not ours) may change.
        return error instanceof twilio.RestException && error.status === 400 && !SENDER_REFUSED.has(error.code ?? 0)
          ? { kind: 'rejected', reason }
          : { kind: 'unreachable', reason }
      }
    },

    // Not narrowed by the date it was sent: one that is still queued has none, and may be the one in question.
    find: ({ to, text, since }) =>
      lookup(async () => {
        const { filter, isOurs } = await sentByUs(config)
        const messages = await client.messages.list({ to, ...filter, limit: NEWEST })
        return messages
          .filter((sent) => isOurs(sent) && hasWords(sent.body, text) && isCreatedAtOrAfter(sent, since))
          .map(({ sid }) => sid)
      }),

    deliveryOf: (providerMessageId) =>
      lookup(async () => {
        const { status, errorCode } = await client.messages(providerMessageId).fetch()
        return textDelivery(status, errorCode)
      }),

    received: ({ since }) =>
      lookup(async () => {
        const numbers = await knownNumbers(config)
        const lists = await Promise.all(
          [...numbers].map((to) => client.messages.list({ to, dateSentAfter: since, pageSize: RECEIVED_PAGE })),
        )
        return lists
          .flat()
          .filter(({ direction }) => direction === 'inbound')
          .map(({ sid, from, to, body, dateSent, dateCreated }) => ({
            providerMessageId: sid,
            from: senderOf({ From: from ?? '' }),
            ...(to && { to }),
            text: body ?? '',
            sentAt: dateSent ?? dateCreated,
          }))
          .reverse()
          .sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
      }),
  }
}

/** Trial accounts put a sentence of the provider's before the text. */
function hasWords(body: string, text: string): boolean {
  return body.trim().endsWith(text.trim())
}
