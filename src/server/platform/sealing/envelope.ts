import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const VERSION = 1
const KEY_ID_BYTES = 8
const HEADER_BYTES = 1 + KEY_ID_BYTES
/** 96 random bits, as NIST SP 800-38D (8.2.2) has it: one key may seal 2^32 times. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** By how many bytes an envelope is longer than what is in it. */
export const ENVELOPE_BYTES = HEADER_BYTES + NONCE_BYTES + TAG_BYTES

/** A key with the name that envelopes know it by. */
export interface SealingKey {
  /** 16 hexadecimal digits, the beginning of the key's SHA-256: identifies the key and reveals nothing about it. */
  id: string
  key: KeyObject
}

/** Names a key of 32 bytes. */
export function sealingKey(key: KeyObject): SealingKey {
  const digest = createHash('sha256').update(key.export()).digest()
  return { id: digest.subarray(0, KEY_ID_BYTES).toString('hex'), key }
}

/** Encrypts with AES-256-GCM: version, key id, nonce, tag, ciphertext. It opens with the same `place` only. */
export function closeEnvelope({ id, key }: SealingKey, content: Buffer, place: string): Buffer {
  const header = Buffer.concat([Buffer.of(VERSION), Buffer.from(id, 'hex')])
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(associated(header, place))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([header, nonce, cipher.getAuthTag(), sealed])
}

/** Which key opens an envelope; null when it is not an envelope. */
export function keyIdOf(envelope: Buffer): string | null {
  if (envelope.length < ENVELOPE_BYTES || envelope[0] !== VERSION) return null
  return envelope.subarray(1, HEADER_BYTES).toString('hex')
}

/** What is in an envelope; null where it was changed, moved, or sealed with another key. */
export function openEnvelope({ key }: SealingKey, envelope: Buffer, place: string): Buffer | null {
  const header = envelope.subarray(0, HEADER_BYTES)
  const nonce = envelope.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES)
  const tag = envelope.subarray(HEADER_BYTES + NONCE_BYTES, ENVELOPE_BYTES)
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(associated(header, place))
  decipher.setAuthTag(tag)
  const content = decipher.update(envelope.subarray(ENVELOPE_BYTES))
  try {
    return Buffer.concat([content, decipher.final()])
  } catch {
    return null
  }
}

const associated = (header: Buffer, place: string): Buffer => Buffer.concat([header, Buffer.from(place, 'utf8')])
