import { createHmac } from 'node:crypto'

/**
 * The `X-Twilio-Signature` of a request: base64 HMAC-SHA1, keyed with the auth token, over the full URL followed by each
 * form parameter's name and value in the order of the names.
 * Source: https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signRequest(authToken: string, url: string, params: Readonly<Record<string, string>>): string {
  const signed = Object.keys(params)
    .sort()
    .reduce((text, name) => text + name + params[name], url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}
