import { expect, test } from 'vitest'
import { isLeakedPassword, leakedPasswords } from './leaked-passwords.ts'

test('the list holds far more than the 3,000 commonest that are long enough', async () => {
  expect((await leakedPasswords()).size).toBeGreaterThan(10_000)
})

test.each(['Corvette1', 'trustno1', '1Qaz2wsx', 'Baseball2024!', 'password', 'Q1w2e3r4', '!Superman'])(
  '%s is a leaked password, whatever is put around it',
  async (password) => {
    expect(await isLeakedPassword(password)).toBe(true)
  },
)

test.each(['Sunny-Morning-7', 'correct horse battery staple', 'Quiet-Evening-8', 'Marmalade on Tuesdays 4'])(
  '%s is no leaked password',
  async (password) => {
    expect(await isLeakedPassword(password)).toBe(false)
  },
)
