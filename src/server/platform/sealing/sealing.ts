import { createHash, createHmac, hkdfSync, type KeyObject } from 'node:crypto'
import type { Logger } from '#server/platform/health/logger.ts'
import { closeEnvelope, keyIdOf, openEnvelope, sealingKey } from './envelope.ts'
import {
  type NamedRow,
  placeOf,
  type RowOf,
  type SealedBytesColumn,
  type SealedColumnName,
  type SealedTextColumn,
} from './sealed-columns.ts'

/** What was stored, opened; or that it cannot be: its key is missing, or it is not what was stored there. */
export type Opened<Content> =
  | { kind: 'opened'; content: Content }
  | { kind: 'unreadable'; because: 'key_missing' | 'damaged'; keyId: string }

/** A value as its column holds it, with the id of the key it is sealed with; null: as it is. */
export interface Stored<Value> {
  value: Value
  sealedWith: string | null
}

/** Seals what is written to the columns of `SEALED_COLUMNS`, and opens what is read from them. */
export interface Sealing {
  /** The key that seals; null: none does, and what is written is stored as it is. */
  readonly keyId: string | null
  /** The other keys that can be read with. */
  readonly oldKeyIds: readonly string[]
  sealBytes<Name extends SealedBytesColumn>(column: Name, row: RowOf<Name>, bytes: Buffer): Stored<Buffer>
  openBytes<Name extends SealedBytesColumn>(column: Name, row: RowOf<Name>, stored: Stored<Buffer>): Opened<Buffer>
  sealText<Name extends SealedTextColumn>(column: Name, row: RowOf<Name>, text: string): Stored<string>
  openText<Name extends SealedTextColumn>(column: Name, row: RowOf<Name>, stored: Stored<string>): Opened<string>
  /** What is stored, sealed under the current key, with the hash of what is in it; null without content, or when it cannot be opened. */
  reseal(
    column: SealedColumnName,
    row: NamedRow,
    stored: Stored<string | Buffer>,
  ): (Stored<string | Buffer> & { hash: string }) | null
  /**
   * By which a text is found without being stored: with the current key first, then with each old one, and without any: what
   * was written before there was a key is found as well.
   */
  lookupHashes(text: string): readonly [string, ...string[]]
}

/** 32 bytes each. */
export interface EncryptionKeys {
  current?: KeyObject | undefined
  old?: readonly KeyObject[] | undefined
}

const SAY_AGAIN_MS = 60_000

/** Seals with the current key and opens with any. What cannot be opened is an outcome, logged once a minute for each column and key. */
export function createSealing({ current, old = [] }: EncryptionKeys, log: Pick<Logger, 'error'>): Sealing {
  const own = current ? sealingKey(current) : null
  const keys = new Map([...old.map(sealingKey), ...(own ? [own] : [])].map((key) => [key.id, key]))
  const hashingKeys = [...(current ? [current] : []), ...old].map((key): Buffer | null => hashingKey(key)).concat(null)
  const saidAt = new Map<string, number>()

  function unreadable(column: string, because: 'key_missing' | 'damaged', keyId: string): Opened<never> {
    const now = performance.now()
    const subject = `${column} ${keyId} ${because}`
    if (now - (saidAt.get(subject) ?? Number.NEGATIVE_INFINITY) >= SAY_AGAIN_MS) {
      saidAt.set(subject, now)
      log.error({ column, keyId }, SENTENCES[because])
    }
    return { kind: 'unreadable', because, keyId }
  }

  function open(column: SealedColumnName, row: NamedRow, { value, sealedWith }: Stored<Buffer>): Opened<Buffer> {
    if (sealedWith === null) return { kind: 'opened', content: value }
    const keyId = keyIdOf(value)
    if (keyId === null) return unreadable(column, 'damaged', sealedWith)
    const key = keys.get(keyId)
    if (!key) return unreadable(column, 'key_missing', keyId)
    const content = openEnvelope(key, value, placeOf(column, row))
    return content ? { kind: 'opened', content } : unreadable(column, 'damaged', keyId)
  }

  function seal(column: SealedColumnName, row: NamedRow, bytes: Buffer): Stored<Buffer> {
    if (!own) return { value: bytes, sealedWith: null }
    return { value: closeEnvelope(own, bytes, placeOf(column, row)), sealedWith: own.id }
  }

  return {
    keyId: own?.id ?? null,
    oldKeyIds: [...keys.keys()].filter((id) => id !== own?.id),
    sealBytes: seal,
    openBytes: open,
    sealText: (column, row, text) => asText(seal(column, row, Buffer.from(text, 'utf8'))),
    openText(column, row, stored) {
      const opened = open(column, row, asBytes(stored))
      return opened.kind === 'opened' ? { kind: 'opened', content: opened.content.toString('utf8') } : opened
    },
    reseal(column, row, stored) {
      const opened = open(column, row, asBytes(stored))
      if (!own || opened.kind === 'unreadable') return null
      const resealed = seal(column, row, opened.content)
      const hash = hashOf(opened.content.toString('utf8'), hashingKeys[0])
      return { ...(typeof stored.value === 'string' ? asText(resealed) : resealed), hash }
    },
    lookupHashes(text) {
      const [currentHash = '', ...others] = hashingKeys.map((key) => hashOf(text, key))
      return [currentHash, ...others]
    },
  }
}

const HASH_BYTES = 32

/** Its own key, so that one key has one use. */
const hashingKey = (key: KeyObject): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'cooee lookup', HASH_BYTES))

function hashOf(text: string, key: Buffer | null | undefined): string {
  return (key ? createHmac('sha256', key) : createHash('sha256')).update(text, 'utf8').digest('hex')
}

const SENTENCES = {
  key_missing:
    'Stored value not readable: the key it is encrypted with is neither ENCRYPTION_KEY nor among ENCRYPTION_KEYS_OLD',
  damaged: 'Stored value not readable: it was changed, or belongs to another row',
} as const

/** As a text column holds it: an envelope as base64. */
function asText({ value, sealedWith }: Stored<Buffer>): Stored<string> {
  return { value: value.toString(sealedWith === null ? 'utf8' : 'base64'), sealedWith }
}

function asBytes({ value, sealedWith }: Stored<string | Buffer>): Stored<Buffer> {
  const encoding = sealedWith === null ? 'utf8' : 'base64'
  return { value: typeof value === 'string' ? Buffer.from(value, encoding) : value, sealedWith }
}
