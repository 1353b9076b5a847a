import { describe, expect, test } from 'vitest'
import { isEasilyGuessed } from './easily-guessed.ts'

describe('what a guesser tries early is refused', () => {
  test.each([
    'Password1',
    'P@ssw0rd1!',
    'Passw0rd2026',
    '123Password',
    'Qwerty123',
    'Qwertyuiop1',
    'Welcome2026!',
    'Summer2026',
    'Letmein1',
    'Trustno1',
    'Iloveyou2',
    'Sydney2026',
    'Abcd1234',
    'Abc12345',
    'Aa123456',
    'Aaaa1111',
    'Zyxw9876',
    '1qaz2wsX',
    'PASSWORD1',
    'Changeme1',
  ])('%s', (password) => {
    expect(isEasilyGuessed(password)).toBe(true)
  })

  test.each([
    ['Robyn1954', ['robyn', null]],
    ['Hartley2026', ['Robyn', 'Hartley']],
    ['Robyn.hartley1', ['robyn.hartley@example.com']],
    ['R0byn123!', ['Robyn']],
  ])('%s, by somebody of that name', (password, ownWords) => {
    expect(isEasilyGuessed(password, ownWords)).toBe(true)
    expect(isEasilyGuessed(password)).toBe(false)
  })
})

test.each([
  'Sunny-Morning-7',
  'Kettle7Magpie',
  'My password is 3 Kookaburras',
  'xK9vTq2mLp',
  'Tram-86-Northcote',
  'Ümläut-Straße9',
])('%s is not', (password) => {
  expect(isEasilyGuessed(password, ['robyn', 'Robyn', 'Hartley', 'robyn@example.com'])).toBe(false)
})
