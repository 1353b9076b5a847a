import { describe, expect, test } from 'vitest'
import { LARGEST_VOICE_BYTES, readWav } from './read-wav.ts'
import { writeWav } from './write-wav.ts'

const tone = (seconds: number, { loudness = 0.5, rate = 16_000 } = {}) =>
  writeWav(
    Float32Array.from({ length: Math.round(seconds * rate) }, (_, index) => loudness * Math.sin(index / 5)),
    rate,
  )
/** The same with one number of the header changed. */
function changed(bytes: Uint8Array, at: number, value: number, width: 16 | 32 = 16) {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  if (width === 16) view.setUint16(at, value, true)
  else view.setUint32(at, value, true)
  return copy
}

describe('a recording in a member’s own voice', () => {
  test('is read as it was written in the page, and as the phone provider records it', () => {
    expect(readWav(tone(3))).toMatchObject({ kind: 'sound', sound: { sampleRate: 16_000, durationMs: 3000 } })
    expect(readWav(tone(2.5, { rate: 8000 }))).toMatchObject({ sound: { sampleRate: 8000, durationMs: 2500 } })
    expect(tone(3)).toHaveLength(96_044)
    expect(tone(20).length).toBeLessThanOrEqual(LARGEST_VOICE_BYTES)
  })

  test('may have chunks beside the sound, which are passed over', () => {
    const plain = tone(2)
    const bytes = new Uint8Array(plain.length + 14)
    bytes.set(plain.subarray(0, 36))
    bytes.set(new TextEncoder().encode('LIST'), 36)
    new DataView(bytes.buffer).setUint32(40, 5, true)
    bytes.set(plain.subarray(36), 50)
    expect(readWav(changed(bytes, 4, bytes.length - 8, 32))).toMatchObject({ sound: { durationMs: 2000 } })
  })

  test.each([
    ['nothing', new Uint8Array(), 'no_wav'],
    ['a text', new TextEncoder().encode('x'.repeat(500)), 'no_wav'],
    [
      'an MP4 of the browser',
      new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypM4A '.repeat(20))]),
      'no_wav',
    ],
    ['a WAV that is cut off', tone(3).subarray(0, 50_000), 'cut_off'],
    ['a WAV with something behind it', new Uint8Array([...tone(2), 1, 2, 3]), 'cut_off'],
    ['a sound that is shorter than it says', changed(tone(2), 40, 900_000, 32), 'cut_off'],
    ['stereo', changed(tone(2), 22, 2), 'other_format'],
    ['8-bit samples', changed(tone(2), 34, 8), 'other_format'],
    ['floating point', changed(tone(2), 20, 3), 'other_format'],
    ['44.1 kHz', tone(2, { rate: 44_100 }), 'other_format'],
    ['a rate that does not fit its bytes', changed(tone(2), 28, 16_000, 32), 'other_format'],
    ['half a second', tone(0.5), 'too_short'],
    ['more than twenty seconds', tone(20.1), 'too_long'],
    ['silence', tone(3, { loudness: 0 }), 'silent'],
    ['a microphone that is switched off', tone(3, { loudness: 0.005 }), 'silent'],
  ])('%s is refused', (_what, bytes, reason) => {
    expect(readWav(bytes)).toEqual({ kind: 'refused', reason })
  })
})
