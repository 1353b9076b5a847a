import type { Clock } from '#server/platform/clock/clock.ts'
import type { S3Account } from '../s3-account.ts'
import type { SoundObjects } from '../sound-objects.ts'
import { signRequest } from './sign-request.ts'

/** In bytes. A recording has 10 MB at most: a longer answer is not one of our objects. */
const MAX_OBJECT_BYTES = 16 * 1024 * 1024
const ANSWER_WITHIN_MS = 30_000
const NOTHING = Buffer.alloc(0)
/** And nothing else: a page that answers 200 to everything has deleted nothing. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html */
const DELETED = 204

type Answer =
  | { kind: 'answered'; status: number; bytes: Buffer; isFromStore: boolean }
  /** By the store's word for the error, such as `SlowDown`; the status where it gave none. */
  | { kind: 'refused'; code: string }
  | { kind: 'failed'; reason: string }

interface S3Options {
  clock: Clock
  /** How long an answer may take with its body, in milliseconds. */
  answerWithinMs?: number
}

/** A bucket of Amazon S3, or of any store that speaks its protocol with the bucket in the path. */
export function s3SoundObjects(
  account: S3Account,
  { clock, answerWithinMs = ANSWER_WITHIN_MS }: S3Options,
): SoundObjects {
  const base = account.url.replace(/\/+$/, '')

  async function ask(method: 'GET' | 'PUT' | 'DELETE', key: string, body: Buffer = NOTHING): Promise<Answer> {
    try {
      const url = `${base}/${encodeURIComponent(key)}`
      const headers = await signRequest({ method, url, body }, account, clock.now())
      // A redirect says that bucket or region are wrong; what is sealed goes nowhere else.
      const answer = await fetch(url, {
        ...{ method, headers, redirect: 'manual', signal: AbortSignal.timeout(answerWithinMs) },
        ...(method === 'PUT' && { body: new Uint8Array(body) }),
      })
      if (Number(answer.headers.get('content-length')) > MAX_OBJECT_BYTES) {
        await answer.body?.cancel()
        return { kind: 'failed', reason: 'The object is longer than any recording' }
      }
      const bytes = Buffer.from(await answer.arrayBuffer())
      // Every store answers with the tag of what it has stored.
      const isFromStore = answer.headers.has('etag')
      return answer.ok ? { kind: 'answered', status: answer.status, bytes, isFromStore } : refusal(answer.status, bytes)
    } catch (error) {
      return { kind: 'failed', reason: describe(error) }
    }
  }

  return {
    async put(key, bytes) {
      const answer = await ask('PUT', key, bytes)
      if (answer.kind !== 'answered') return unavailable(answer)
      return answer.isFromStore ? { kind: 'stored' } : { kind: 'unavailable', reason: 'It answered without an ETag' }
    },
    async get(key) {
      const answer = await ask('GET', key)
      if (answer.kind === 'answered') return { kind: 'found', bytes: answer.bytes }
      return isAbsent(answer) ? { kind: 'absent' } : unavailable(answer)
    },
    async delete(key) {
      const answer = await ask('DELETE', key)
      if (answer.kind !== 'answered') return isAbsent(answer) ? { kind: 'deleted' } : unavailable(answer)
      if (answer.status === DELETED) return { kind: 'deleted' }
      return { kind: 'unavailable', reason: `It answered ${answer.status} to a deletion` }
    },
  }
}

/** Errors are XML: `<Error><Code>NoSuchKey</Code>…`. Source: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
function refusal(status: number, body: Buffer): Answer {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8', 0, 2_000))?.[1]
  return { kind: 'refused', code: code ?? String(status) }
}

/** Only this word: `NoSuchBucket`, and the page of a server that is no store, have the same status and say nothing of the object. */
const isAbsent = (answer: Answer): boolean => answer.kind === 'refused' && answer.code === 'NoSuchKey'

function unavailable(answer: Exclude<Answer, { kind: 'answered' }>): { kind: 'unavailable'; reason: string } {
  return { kind: 'unavailable', reason: answer.kind === 'failed' ? answer.reason : `It answered ${answer.code}` }
}

/** `fetch` says "fetch failed" and keeps why in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
