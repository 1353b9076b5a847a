import { expect, test } from 'vitest'
import { readByteRange } from './byte-range.ts'

test.each([
  ['bytes=0-', 0, 99],
  ['bytes=0-1', 0, 1],
  ['bytes=10-19', 10, 19],
  ['bytes=90-1000', 90, 99],
  ['bytes=99-99', 99, 99],
  ['bytes=-10', 90, 99],
  ['bytes=-1000', 0, 99],
  ['Bytes = 5-9', 5, 9],
])('%s of 100 bytes is %i to %i', (header, first, last) => {
  expect(readByteRange(header, 100)).toEqual({ kind: 'part', first, last })
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s is beyond 100 bytes',
  (header) => {
    expect(readByteRange(header, 100)).toEqual({ kind: 'unsatisfiable' })
  },
)

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=9-5', 'bytes=0-1,5-9', 'seconds=0-1', '0-1'])(
  '%s is no single range: the whole is the answer',
  (header) => {
    expect(readByteRange(header, 100)).toEqual({ kind: 'whole' })
  },
)

test('an empty file has no part', () => {
  expect(readByteRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' })
  expect(readByteRange('bytes=-5', 0)).toEqual({ kind: 'unsatisfiable' })
})
