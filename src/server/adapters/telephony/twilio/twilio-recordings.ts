import twilio from 'twilio'
import type { CallRecordings, Deletion, Sound, SoundLookup } from '../call-recordings.ts'
import type { PhoneAccount } from '../phone-account.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { describeFailure, lookup } from './lookup.ts'

/** Five minutes, the longest call there is, are 4.8 MB of the provider's WAV (8 kHz, 16 bit, one channel). */
export const MAX_SOUND_BYTES = 10 * 1024 * 1024
const FETCH_WITHIN_MS = 60_000

/** Recordings that the provider has lost or deleted are listed too, under these words. */
const GONE = new Set(['absent', 'deleted'])
const CONTENT_TYPES: Record<string, Sound['contentType']> = {
  'audio/wav': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/mpeg': 'audio/mpeg',
}

/** The recordings of real Twilio and the sandbox alike, through the official package. */
export function twilioRecordings({ accountSid, authToken, baseUrl }: PhoneAccount): CallRecordings {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  return {
    findOfCall: (callSid) =>
      lookup(async () => {
        const recordings = await client.recordings.list({ callSid, limit: 20 })
        return recordings
          .filter(({ status }) => !GONE.has(status))
          .map(({ sid, duration, status }) => ({
            providerRecordingId: sid,
            // A recording that is not finished has none yet.
            durationSeconds: Math.max(0, Number(duration) || 0),
            isReady: status === 'completed',
          }))
      }),

    async fetchSound(sid): Promise<SoundLookup> {
      // A client for each fetch: the time limit belongs to it.
      const media = twilio(accountSid, authToken, { httpClient: new SoundClient(baseUrl) })
      const uri = `https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Recordings/${encodeURIComponent(sid)}.wav`
      try {
        const answer = await media.request({ method: 'get', uri, headers: { Accept: 'audio/wav' } })
        return toSound(answer)
      } catch (error) {
        const reason = describeFailure(error)
        return { kind: reason.includes('maxContentLength') ? 'unusable' : 'unavailable', reason }
      }
    },

    async delete(sid): Promise<Deletion> {
      const answer = await lookup(() => client.recordings(sid).remove())
      return answer.kind === 'unavailable' ? answer : { kind: 'deleted' }
    },
  }
}

function toSound({ statusCode, body, headers }: { statusCode: number; body: unknown; headers: unknown }): SoundLookup {
  if (statusCode === 404) return { kind: 'absent' }
  if (statusCode !== 200) return { kind: 'unavailable', reason: `The sound was answered with ${statusCode}` }
  const contentType = CONTENT_TYPES[contentTypeIn(headers)]
  if (!contentType || !Buffer.isBuffer(body) || body.length === 0) {
    return { kind: 'unusable', reason: 'What the provider answered is no sound' }
  }
  return { kind: 'found', found: { bytes: body, contentType } }
}

function contentTypeIn(headers: unknown): string {
  const value = typeof headers === 'object' && headers !== null && 'content-type' in headers && headers['content-type']
  return String(value).split(';')[0]?.trim().toLowerCase() ?? ''
}

/** The package reads every answer as text; sound is bytes. It also takes as much, and waits as long, as the other side likes. */
class SoundClient extends BaseUrlClient {
  constructor(baseUrl: string | undefined) {
    super(baseUrl)
    Object.assign(this.axios.defaults, {
      responseType: 'arraybuffer',
      maxContentLength: MAX_SOUND_BYTES,
      signal: AbortSignal.timeout(FETCH_WITHIN_MS),
    })
  }
}
