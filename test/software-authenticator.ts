import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AddPasskeyBody,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInBody,
} from '#contract/accounts/sign-in/passkeys.ts'

/** What a test may have wrong about an answer of the device. */
interface Faults {
  origin?: string
  rpId?: string
  /** Nobody showed a face, a finger or a PIN. */
  isUserUnknown?: boolean
  /** Left out, one more than the last. */
  count?: number
  credentialId?: Buffer
  userHandle?: Buffer
  /** Signs with another key. */
  key?: KeyObject
}

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40]

/** A device that makes and uses one passkey, as the Web Authentication API has it (ES256, attestation "none"). */
export function softwareAuthenticator({ origin = 'http://localhost:3000' }: { origin?: string } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own = { credentialId: randomBytes(32), userHandle: Buffer.alloc(0), count: 0 }

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }))

  function authenticatorData(rpId: string, flags: number, faults: Faults): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(own.count)
    const verified = faults.isUserUnknown ? 0 : USER_VERIFIED
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([USER_PRESENT | verified | flags]), count])
  }

  return {
    own,
    privateKey,
    /** What `navigator.credentials.create()` answers. */
    create({ challenge, rp, user }: PasskeyCreation, faults: Faults = {}): AddPasskeyBody['credential'] {
      own.userHandle = Buffer.from(user.id, 'base64url')
      own.count = faults.count ?? 1
      const id = faults.credentialId ?? own.credentialId
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([id.length >> 8, id.length & 0xff])
      const data = Buffer.concat([authenticatorData(rp.id, HAS_KEY, faults), Buffer.alloc(16), length, id, key])
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', data],
      ])
      return {
        ...{ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' },
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, faults).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
        },
      }
    },
    /** What `navigator.credentials.get()` answers. */
    get({ challenge, rpId }: PasskeyRequest, faults: Faults = {}): PasskeySignInBody['credential'] {
      own.count = faults.count ?? own.count + 1
      const id = (faults.credentialId ?? own.credentialId).toString('base64url')
      const client = clientData('webauthn.get', challenge, faults)
      const data = authenticatorData(rpId, 0, faults)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), faults.key ?? privateKey)
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: (faults.userHandle ?? own.userHandle).toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

type Cbor = number | string | Buffer | []

/** As much of CBOR (RFC 8949) as a passkey needs. An empty list stands for an empty map. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return head(5, 0)
}
function cborMap(entries: readonly (readonly [Cbor, Cbor])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}
function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument])
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument])
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 0xff])
}
