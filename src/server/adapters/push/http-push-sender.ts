import type { Clock } from '#server/platform/clock/clock.ts'
import { type OutsideOptions, postOutside, refusalOfOutside } from '../webhook-sender/post-outside.ts'
import { encryptPush } from './push-encryption.ts'
import type { PushOutcome, PushSender } from './push-sender.ts'
import type { Vapid } from './vapid.ts'

const NOT_HTTPS = 'Push services have an https address.'

/** Sends over HTTPS to the checked address of the service, as webhooks do: nothing private is reached. */
export function httpPushSender({
  vapid,
  clock,
  ...outside
}: OutsideOptions & { vapid: Vapid; clock: Clock }): PushSender {
  const refusalOf = async (endpoint: string): Promise<string | null> => {
    if (!endpoint.startsWith('https:') && !outside.allowPrivate) return NOT_HTTPS
    return refusalOfOutside(endpoint, outside)
  }
  return {
    publicKey: vapid.publicKey,
    refusalOf,
    async send({ to, payload, ttlSeconds, urgency, topic }) {
      if (!to.endpoint.startsWith('https:') && !outside.allowPrivate) return { kind: 'gone', reason: NOT_HTTPS }
      let body: Buffer
      try {
        body = encryptPush(to, payload)
      } catch {
        return { kind: 'gone', reason: 'The key of the browser is not valid' }
      }
      const headers = {
        authorization: vapid.authorization(to.endpoint, clock.now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency,
        topic,
      }
      const answer = await postOutside({ url: to.endpoint, headers, body }, outside)
      switch (answer.kind) {
        case 'answered':
          return outcomeOf(answer.status, answer.retryAfterSeconds)
        case 'refused':
          return { kind: 'gone', reason: answer.reason }
        case 'called_off':
        case 'failed':
          return { kind: 'unreachable', reason: 'The push service cannot be reached' }
      }
    },
  }
}

/** What a push service means by its status (RFC 8030, 5 and 7.3). */
function outcomeOf(status: number, retryAfterSeconds: number | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted' }
  const reason = `The push service answered ${status}`
  if (status === 404 || status === 410) return { kind: 'gone', reason }
  if (status === 429 || status >= 500) {
    return { kind: 'unreachable', reason, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  }
  return { kind: 'rejected', reason }
}
