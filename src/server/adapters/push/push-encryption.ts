import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { PushSubscriptionKeys } from './push-sender.ts'

const RECORD_BYTES = 4096
const KEY_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Ends the last record (RFC 8188, 2). */
const LAST_RECORD = Buffer.from([2])

/** Encrypts for one browser: RFC 8291 with the coding aes128gcm of RFC 8188, in one record. Throws where its key is no point of P-256. */
export function encryptPush({ p256dh, auth }: Pick<PushSubscriptionKeys, 'p256dh' | 'auth'>, payload: string): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const ours = createECDH('prime256v1')
  const ourKey = ours.generateKeys()
  const salt = randomBytes(KEY_BYTES)
  const shared = ours.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ourKey])
  const secret = hkdf(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(payload, 'utf8'), cipher.update(LAST_RECORD), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  const body = Buffer.concat([salt, size, Buffer.from([ourKey.length]), ourKey, sealed, cipher.getAuthTag()])
  if (sealed.length + TAG_BYTES > RECORD_BYTES) throw new Error('The payload is too large for one record')
  return body
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
