/** What a recording has to be: the header says PCM, one channel, 16 bits, and the sound is as long as it says. */
export interface WavSound {
  sampleRate: number
  durationMs: number
  /** The loudest sample, of 32,768. */
  peak: number
}

export type WavReading = { kind: 'sound'; sound: WavSound } | { kind: 'refused'; reason: WavFault }
export type WavFault = 'no_wav' | 'other_format' | 'cut_off' | 'too_short' | 'too_long' | 'silent'

/** Longer than that and nobody listens to it at the beginning of every call. */
export const LONGEST_VOICE_SECONDS = 20
export const SHORTEST_VOICE_SECONDS = 1
/** The rate of what a page records, and the one at which the phone provider records. */
export const VOICE_SAMPLE_RATES: readonly number[] = [16_000, 8_000]
const BYTES_A_SAMPLE = 2
const HEADER_BYTES = 44
/** Room for what the provider writes beside the sound. */
export const LARGEST_VOICE_BYTES = HEADER_BYTES + LONGEST_VOICE_SECONDS * 16_000 * BYTES_A_SAMPLE + 4_096
/** A hundredth of full scale is still heard on a phone; a microphone that is switched off gives less. */
const FAINTEST_PEAK = 300
const PCM = 1

/**
 * Reads a recording as RIFF WAVE, one channel of 16-bit PCM, and says what is wrong with any other. Nothing is put right. Chunks
 * beside the format and the sound are passed over; the sound has to be there whole, and nothing may follow that is no chunk.
 */
export function readWav(bytes: Uint8Array): WavReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES || tag(bytes, 0) !== 'RIFF' || tag(bytes, 8) !== 'WAVE') return refused('no_wav')
  if (view.getUint32(4, true) + 8 !== bytes.length) return refused('cut_off')
  let format: { sampleRate: number } | null = null
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) return refused('cut_off')
    const size = view.getUint32(at + 4, true)
    const begin = at + 8
    if (begin + size > bytes.length) return refused('cut_off')
    const name = tag(bytes, at)
    if (name === 'fmt ') {
      format = readFormat(view, begin, size)
      if (!format) return refused('other_format')
    }
    if (name === 'data') return format ? readSamples(view, { begin, size, ...format }) : refused('other_format')
    at = begin + size + (size % 2)
  }
  return refused('no_wav')
}

function readFormat(view: DataView, begin: number, size: number): { sampleRate: number } | null {
  if (size < 16) return null
  const [coding, channels] = [view.getUint16(begin, true), view.getUint16(begin + 2, true)]
  const [sampleRate, bytesASecond] = [view.getUint32(begin + 4, true), view.getUint32(begin + 8, true)]
  const [frame, bits] = [view.getUint16(begin + 12, true), view.getUint16(begin + 14, true)]
  const isOurs = coding === PCM && channels === 1 && bits === 16 && frame === BYTES_A_SAMPLE
  return isOurs && VOICE_SAMPLE_RATES.includes(sampleRate) && bytesASecond === sampleRate * BYTES_A_SAMPLE
    ? { sampleRate }
    : null
}

function readSamples(
  view: DataView,
  { begin, size, sampleRate }: { begin: number; size: number; sampleRate: number },
): WavReading {
  if (size % BYTES_A_SAMPLE !== 0) return refused('cut_off')
  const durationMs = Math.round((size / BYTES_A_SAMPLE / sampleRate) * 1000)
  if (durationMs < SHORTEST_VOICE_SECONDS * 1000) return refused('too_short')
  if (durationMs > LONGEST_VOICE_SECONDS * 1000) return refused('too_long')
  let peak = 0
  for (let at = begin; at < begin + size; at += BYTES_A_SAMPLE) peak = Math.max(peak, Math.abs(view.getInt16(at, true)))
  return peak < FAINTEST_PEAK ? refused('silent') : { kind: 'sound', sound: { sampleRate, durationMs, peak } }
}

const tag = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
const refused = (reason: WavFault): WavReading => ({ kind: 'refused', reason })
