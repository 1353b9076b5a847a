import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the service read of one push that it took or refused. */
export interface ReceivedPush {
  status: number
  ttl: string | undefined
  urgency: string | undefined
  topic: string | undefined
  /** The claims of the signed token. */
  claims: { aud?: unknown; exp?: unknown; sub?: unknown }
  /** Decrypted; null where the service refused before. */
  payload: string | null
}

/** A browser that is subscribed here. */
export interface SimulatedBrowser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface PushService {
  url: string
  /** Everything that came, oldest first. */
  received: ReceivedPush[]
  /** What it answers with; 201 at first. `Retry-After` goes along with 429. */
  answerWith(status: number): void
  /** A new browser; `publicKey` is the key that it was asked to subscribe with. */
  subscribe(publicKey: string): SimulatedBrowser
  close(): Promise<void>
}

interface Known {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
  publicKey: string
}

const MOST_BYTES = 4096

/**
 * Stands in for the push service of a browser's maker, on its protocol: RFC 8030 with the signature of RFC 8292 and the
 * encryption of RFC 8291. It refuses what a real one refuses: a wrong signature, audience or key (403), a token that is too
 * long-lived (403), a missing TTL (400), a payload that is too large (413), a browser it does not know (404).
 */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Known>()
  const received: ReceivedPush[] = []
  let answer = 201
  const server = createServer((request, response) => {
    void take(request).then((status) => {
      if (status === 429) response.setHeader('retry-after', '30')
      response.writeHead(status).end()
    })
  })

  async function take(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const known = browsers.get(request.url ?? '')
    const { authorization = '', ttl, urgency, topic } = request.headers
    const token = readToken(authorization)
    const payload = known ? decrypted(known, body) : null
    const status = statusOf(request, { known, token, body, payload })
    const one = (header: string | string[] | undefined) => [header].flat()[0]
    received.push({
      ...{ status, ttl: one(ttl), urgency: one(urgency), topic: one(topic) },
      ...{ claims: token?.claims ?? {}, payload },
    })
    return status
  }

  function statusOf(
    { method, headers }: IncomingMessage,
    seen: { known: Known | undefined; token: Token | null; body: Buffer; payload: string | null },
  ): number {
    if (method !== 'POST') return 405
    if (!seen.known) return 404
    if (!seen.token?.isSigned || seen.token.key !== seen.known.publicKey) return 403
    if (seen.token.claims.aud !== service.url || !isShort(seen.token.claims.exp)) return 403
    if (!/^\d+$/.test(String(headers.ttl)) || headers['content-encoding'] !== 'aes128gcm') return 400
    if (headers.topic !== undefined && !/^[\w-]{1,32}$/.test(String(headers.topic))) return 400
    if (seen.body.length > MOST_BYTES) return 413
    return seen.payload === null ? 400 : answer
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(status) {
      answer = status
    },
    subscribe(publicKey) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(16).toString('base64url')}`
      browsers.set(path, { ecdh, auth, publicKey })
      return { endpoint: service.url + path, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return service
}

const isShort = (exp: unknown): boolean => {
  const left = Number(exp) - Date.now() / 1000
  return left > 0 && left <= 24 * 3600
}

interface Token {
  isSigned: boolean
  key: string
  claims: ReceivedPush['claims']
}

function readToken(authorization: string): Token | null {
  const [, signed, signature, key] = /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (!signed || !signature || !key) return null
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' })
  const [head = '', claims = ''] = signed.split('.').map((each) => Buffer.from(each, 'base64url').toString())
  const isSigned =
    JSON.parse(head).alg === 'ES256' &&
    verify(
      'sha256',
      Buffer.from(signed),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  return { isSigned, key, claims: JSON.parse(claims) }
}

/** As the browser does it (RFC 8291, 3); null where it cannot be read. */
function decrypted({ ecdh, auth }: Known, body: Buffer): string | null {
  try {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const theirs = body.subarray(21, 21 + keyLength)
    const sealed = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
    const derive = (secret: Buffer, salted: Buffer, about: Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salted, about, length))
    const secret = derive(ecdh.computeSecret(theirs), auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    const end = text.lastIndexOf(2)
    return end === text.length - 1 ? text.subarray(0, end).toString('utf8') : null
  } catch {
    return null
  }
}
