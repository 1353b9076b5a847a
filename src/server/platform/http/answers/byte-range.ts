/** Which bytes of something are wanted; `first` and `last` are both part of it. */
export type ByteRange = { kind: 'whole' } | { kind: 'part'; first: number; last: number } | { kind: 'unsatisfiable' }

const SINGLE_RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i

/** Reads a `Range` header for something of `size` bytes (RFC 9110, section 14). What is no single range is ignored: the whole is the answer. */
export function readByteRange(header: string | undefined, size: number): ByteRange {
  const match = SINGLE_RANGE.exec(header?.replaceAll(' ', '') ?? '')
  if (!match) return { kind: 'whole' }
  const [, first, last, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', first: size - length, last: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Number(last)
  if (last !== '' && to < from) return { kind: 'whole' }
  if (from >= size) return { kind: 'unsatisfiable' }
  return { kind: 'part', first: from, last: Math.min(to, size - 1) }
}
