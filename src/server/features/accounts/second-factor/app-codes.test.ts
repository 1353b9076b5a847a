import { describe, expect, test } from 'vitest'
import { appAddress, appCodeAt, isAppCode, newAppSecret, timeStepOf } from './app-codes.ts'

/** The secret of RFC 6238, appendix B: "12345678901234567890", in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** Its seconds since 1970 with its codes for SHA-1, of which apps show the last six digits. */
const RFC_VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

const at = (seconds: number) => new Date(seconds * 1000)

describe('codes from an app', () => {
  test.each(RFC_VECTORS)('a code at second %i is what RFC 6238 says', (seconds, code) => {
    expect(appCodeAt(RFC_SECRET, at(seconds))).toBe(code.slice(-6))
    expect(timeStepOf(RFC_SECRET, code.slice(-6), at(seconds))).toBe(Math.floor(seconds / 30))
  })

  test.each([
    [-61, false],
    [-30, true],
    [0, true],
    [30, true],
    [61, false],
  ])('a code of a phone whose clock is %i seconds off: accepted %j', (off, accepted) => {
    const now = 1_234_567_890 // the beginning of a step
    const code = appCodeAt(RFC_SECRET, at(now + off))
    const step = timeStepOf(RFC_SECRET, code, at(now))
    expect(step).toBe(accepted ? Math.floor((now + off) / 30) : null)
  })

  test('a code may be typed with blanks, as apps show it', () => {
    expect(timeStepOf(RFC_SECRET, ' 287 082 ', at(59))).toBe(1)
  })

  test.each(['', '28708', '2870820', '28708a', '２８７０８２', '-28708', '0x2870'])('%j is not a code', (code) => {
    expect(isAppCode(code)).toBe(false)
    expect(timeStepOf(RFC_SECRET, code, at(59))).toBeNull()
  })
})

test('the secret of an app is 160 random bits in base32', () => {
  expect(newAppSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newAppSecret()).not.toBe(newAppSecret())
})

test('the address for apps names Cooee and the account, whatever its name', () => {
  const address = new URL(appAddress(RFC_SECRET, 'Jane & Öl/x?'))
  expect(address.protocol).toBe('otpauth:')
  expect(decodeURIComponent(address.pathname)).toContain('Cooee:Jane & Öl/x?')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ issuer: 'Cooee', secret: RFC_SECRET })
})
