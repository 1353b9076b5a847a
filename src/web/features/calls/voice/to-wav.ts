import { LONGEST_VOICE_SECONDS } from '#core/voice/read-wav.ts'
import { writeWav } from '#core/voice/write-wav.ts'

const SAMPLE_RATE = 16_000
/** A recorder that is stopped after twenty seconds has a little more. */
const TOLERATED_SECONDS = 1

/** What cannot be made into a recording, as the page says it. */
export class NoSound extends Error {
  override readonly name = 'NoSound'
}

/**
 * Any sound that this browser can decode, as one channel of 16-bit WAV at 16 kHz. Nothing else is done to it. Throws `NoSound` for what is
 * no sound, and for one that is too long.
 */
export async function toWav(file: Blob): Promise<Blob> {
  const decoded = await decode(file)
  if (decoded.duration > LONGEST_VOICE_SECONDS + TOLERATED_SECONDS) {
    throw new NoSound(`Please keep it to ${LONGEST_VOICE_SECONDS} seconds.`)
  }
  // Rendering into one channel mixes stereo down.
  const length = Math.min(decoded.length, LONGEST_VOICE_SECONDS * SAMPLE_RATE)
  const context = new OfflineAudioContext(1, Math.max(1, length), SAMPLE_RATE)
  const source = context.createBufferSource()
  source.buffer = decoded
  source.connect(context.destination)
  source.start()
  const mixed = await context.startRendering()
  return new Blob([writeWav(mixed.getChannelData(0), SAMPLE_RATE)], { type: 'audio/wav' })
}

/** Decoding resamples to the rate of the context. */
async function decode(file: Blob): Promise<AudioBuffer> {
  try {
    return await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(await file.arrayBuffer())
  } catch {
    throw new NoSound('This browser can’t read that file as sound. Please choose another one.')
  }
}
