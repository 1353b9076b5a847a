import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { readAuthorization, type SignedRequest, sha256, signatureOf } from './s3-signature.ts'

/** A request is refused when it was signed so much earlier or later. */
const MAX_SKEW_MS = 15 * 60_000

/**
 * What befalls a request: 503 before anything is done; done, and nothing is answered; half of the answer; done, and answered
 * after a second.
 */
export type S3Fault = 'slow-down' | 'lost-answer' | 'cut-off' | 'slow'

export interface S3SimulatorOptions {
  keyId: string
  secret: string
  region: string
  bucket: string
  /** The simulator's time; by default the machine's. */
  now?(): Date
}

/** A running simulator. */
export interface S3Simulator {
  /** With the bucket in its path. */
  readonly url: string
  /** What the bucket holds. A test may take something away, or damage it. */
  readonly objects: Map<string, Buffer>
  /** The requests that were signed well, such as `PUT 7-3f`. */
  readonly requests: string[]
  /** Befall the next requests, one each. */
  readonly faults: S3Fault[]
  /** While set, every request is answered 503 SlowDown. */
  isDown: boolean
  /** While set, the key may read and write and not delete. */
  refusesDeletions: boolean
  close(): Promise<void>
}

interface Refusal {
  status: number
  code: string
}
const refuse = (status: number, code: string): Refusal => ({ status, code })

/**
 * Starts a simulator of an S3-compatible store with one bucket in memory: PUT, GET and DELETE of an object with the bucket in
 * the path. It recomputes every signature by its own code. Stricter than the real one: the body's hash has to be signed.
 */
export async function startS3Simulator(options: S3SimulatorOptions): Promise<S3Simulator> {
  const { bucket } = options
  const simulator = {
    objects: new Map<string, Buffer>(),
    requests: [] as string[],
    faults: [] as S3Fault[],
    isDown: false,
    refusesDeletions: false,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const method = request.method ?? ''
    const headers = request.headers as SignedRequest['headers']
    const [, asked = '', key = ''] = /^\/([^/]*)\/(.*)$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    const refusal =
      judge({ method, target: request.url ?? '', headers }, body, options) ??
      (asked === bucket ? null : refuse(404, 'NoSuchBucket'))
    if (refusal) return void deny(response, refusal)
    simulator.requests.push(`${method} ${key}`)
    const fault = simulator.faults.shift()
    if (simulator.isDown || fault === 'slow-down') return void deny(response, refuse(503, 'SlowDown'))
    if (method === 'DELETE' && simulator.refusesDeletions) return void deny(response, refuse(403, 'AccessDenied'))
    const found = simulator.objects.get(key)
    if (method === 'PUT') simulator.objects.set(key, body)
    if (method === 'DELETE') simulator.objects.delete(key)
    if (fault === 'lost-answer') return void request.socket.destroy()
    if (fault === 'slow') await pause(1_000)
    switch (method) {
      case 'PUT':
        return void response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
      case 'DELETE':
        return void response.writeHead(204).end()
      case 'GET':
        return found ? give(response, found, fault === 'cut-off') : void deny(response, refuse(404, 'NoSuchKey'))
      default:
        return void deny(response, refuse(405, 'MethodNotAllowed'))
    }
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => request.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(simulator, {
    url: `http://127.0.0.1:${port}/${bucket}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** In the order of the real store. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function judge(
  request: SignedRequest,
  body: Buffer,
  { keyId, secret, region, now = () => new Date() }: S3SimulatorOptions,
): Refusal | null {
  const { headers } = request
  if (headers.authorization === undefined) return refuse(403, 'AccessDenied')
  const signed = readAuthorization(headers.authorization)
  if (!signed) return refuse(400, 'AuthorizationHeaderMalformed')
  if (signed.keyId !== keyId) return refuse(403, 'InvalidAccessKeyId')
  const date = headers['x-amz-date'] ?? ''
  if (signed.scope.split('/')[1] !== region || signed.scope.slice(0, 8) !== date.slice(0, 8)) {
    return refuse(400, 'AuthorizationHeaderMalformed')
  }
  const signedAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(signedAt - now().getTime()) <= MAX_SKEW_MS)) return refuse(403, 'RequestTimeTooSkewed')
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !signed.signedHeaders.includes(name))) return refuse(403, 'AccessDenied')
  const expected = signatureOf(request, signed, secret)
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(signed.signature)))
    return refuse(403, 'SignatureDoesNotMatch')
  return headers['x-amz-content-sha256'] === sha256(body) ? null : refuse(400, 'XAmzContentSHA256Mismatch')
}

function deny(response: ServerResponse, { status, code }: Refusal): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused</Message></Error>`)
}

function give(response: ServerResponse, bytes: Buffer, isCutOff: boolean): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length })
  if (!isCutOff) return void response.end(bytes)
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
}
