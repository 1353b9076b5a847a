import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('the right password matches its hash, and a wrong one or a missing hash does not', async () => {
  const hash = await hashPassword('Sunny-Morning-7')
  expect(await verifyPassword('Sunny-Morning-7', hash)).toBe(true)
  expect(await verifyPassword('sunny-morning-7', hash)).toBe(false)
  expect(await verifyPassword('Sunny-Morning-7', undefined)).toBe(false)
})

test('a hash names argon2id and its cost, and two hashes of one password differ', async () => {
  const [first, second] = await Promise.all([hashPassword('x'), hashPassword('x')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
})

test('long passwords are not cut off', async () => {
  const hash = await hashPassword('x'.repeat(200))
  expect(await verifyPassword('x'.repeat(199), hash)).toBe(false)
})

test('a password matches however a keyboard composes its letters', async () => {
  expect(await verifyPassword('cafe\u0301-Morning-7', await hashPassword('caf\u00e9-Morning-7'))).toBe(true)
})

test('many passwords at once wait for each other and all get their answer', async () => {
  const hash = await hashPassword('right')
  const tries = Array.from({ length: 12 }, (_, index) => (index % 2 ? 'right' : 'wrong'))
  const answers = await Promise.all(tries.map((password) => verifyPassword(password, hash)))
  expect(answers).toEqual(tries.map((password) => password === 'right'))
})

test('when more than a hundred passwords wait, the next one is refused for now, and the queue is served', async () => {
  const cheapHash = `$argon2id$v=19$m=8,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
  const tries = Array.from({ length: 300 }, () => verifyPassword('x', cheapHash))
  const results = await Promise.allSettled(tries)
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(results.length - refused.length).toBe(100 + availableParallelism())
  expect(refused.at(-1)).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 5 } })
  expect(await verifyPassword('x', cheapHash)).toBe(false)
})
