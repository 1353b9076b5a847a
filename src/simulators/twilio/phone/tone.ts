const SAMPLES_PER_SECOND = 8000
const BYTES_PER_SAMPLE = 2
const HEADER_BYTES = 44
const TONE_HERTZ = 440
const LOUDNESS = 0.1
const LONGEST_SECONDS = 60

/** A playable substitute for a recording: a quiet tone, 8 kHz mono PCM in a WAV container, 60 seconds at most. */
export function toneWav(seconds: number): Buffer {
  const samples = Math.min(Math.max(1, seconds), LONGEST_SECONDS) * SAMPLES_PER_SECOND
  const dataBytes = samples * BYTES_PER_SAMPLE
  const wav = Buffer.alloc(HEADER_BYTES + dataBytes)
  wav.write('RIFF', 0, 'ascii')
  wav.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4)
  wav.write('WAVEfmt ', 8, 'ascii')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  wav.writeUInt32LE(SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, 28)
  wav.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  wav.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34)
  wav.write('data', 36, 'ascii')
  wav.writeUInt32LE(dataBytes, 40)
  for (let index = 0; index < samples; index += 1) {
    const level = Math.sin((2 * Math.PI * TONE_HERTZ * index) / SAMPLES_PER_SECOND)
    wav.writeInt16LE(Math.round(level * LOUDNESS * 32_767), HEADER_BYTES + index * BYTES_PER_SAMPLE)
  }
  return wav
}
