const HEADER_BYTES = 44
const BYTES_A_SAMPLE = 2

/** Samples between -1 and 1 as RIFF WAVE: one channel of 16-bit PCM with a header of 44 bytes. What is louder is clipped. */
export function writeWav(samples: Float32Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const size = samples.length * BYTES_A_SAMPLE
  const bytes = new Uint8Array(HEADER_BYTES + size)
  const view = new DataView(bytes.buffer)
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + size, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * BYTES_A_SAMPLE, true)
  view.setUint16(32, BYTES_A_SAMPLE, true)
  view.setUint16(34, 8 * BYTES_A_SAMPLE, true)
  write(36, 'data')
  view.setUint32(40, size, true)
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample))
    view.setInt16(HEADER_BYTES + index * BYTES_A_SAMPLE, Math.round(clipped * (clipped < 0 ? 0x8000 : 0x7fff)), true)
  })
  return bytes
}
