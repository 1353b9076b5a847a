import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { isSignatureOf, loadSigningKey, SIGNATURE, signatureOf } from '#server/platform/sealing/signing-key.ts'

/** One recording as one dial plays it: each new recording and each dial has an address of its own, so that nothing old is played from a cache. */
export interface VoicePlay {
  recordingId: number
  dialId: number
}

/** Signs and reads the addresses under which the phone provider fetches recordings, without a session. */
export interface VoiceLinks {
  /** The last part of the address; good until `expiresAt`, to the minute. */
  nameFor(play: VoicePlay, expiresAt: Date): string
  /** What it names; null when it was not signed here or has expired. */
  playOf(name: string, now: Date): VoicePlay | null
}

const KEY_NAME = 'voice-sounds'
const MINUTE_MS = 60_000
const NAME = new RegExp(`^(([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,8}))-(${SIGNATURE})\\.wav$`)

/** With the key that this installation made for itself at its first start. */
export async function loadVoiceLinks(deps: { db: Db; sealing: Sealing }): Promise<VoiceLinks> {
  return voiceLinks(await loadSigningKey(deps, KEY_NAME))
}

/** With a key of one's own: names are `recording-dial-minute-signature.wav`, numbers in base 36, the minute in UTC. */
export function voiceLinks(secret: Buffer): VoiceLinks {
  const signed = (claim: string) => `voice ${claim}`
  return {
    nameFor({ recordingId, dialId }, expiresAt) {
      const minute = Math.ceil(expiresAt.getTime() / MINUTE_MS)
      const claim = [recordingId, dialId, minute].map((number) => number.toString(36)).join('-')
      return `${claim}-${signatureOf(secret, signed(claim))}.wav`
    },
    playOf(name, now) {
      const [, claim = '', recording = '', dial = '', minute = '', signature = ''] = NAME.exec(name) ?? []
      if (!isSignatureOf(secret, signed(claim), signature)) return null
      if (parseInt(minute, 36) * MINUTE_MS < now.getTime()) return null
      return { recordingId: parseInt(recording, 36), dialId: parseInt(dial, 36) }
    },
  }
}

/** The whole address. */
export const playedUrl = (publicUrl: string, name: string): string => `${publicUrl}/api/voices/${name}`
