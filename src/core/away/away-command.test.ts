import { expect, test } from 'vitest'
import { awayCommandIn } from './away-command.ts'

const ZONE = 'Australia/Sydney'
const at = (text: string, time = '2026-03-10T09:00:00+11:00') => awayCommandIn(text, new Date(time), ZONE)

test('a number of days is counted from today in the morning, and from tomorrow in the afternoon', () => {
  expect(at('AWAY 3')).toEqual({ kind: 'away', until: '2026-03-12' })
  expect(at('away 1 day.')).toEqual({ kind: 'away', until: '2026-03-10' })
  expect(at(' Away  3 days ', '2026-03-10T20:00:00+11:00')).toEqual({ kind: 'away', until: '2026-03-13' })
})

test('a date means the next such day', () => {
  expect(at('AWAY UNTIL 30/11')).toEqual({ kind: 'away', until: '2026-11-30' })
  expect(at('away till 10.3')).toEqual({ kind: 'away', until: '2026-03-10' })
  expect(at('AWAY UNTIL 1/2')).toEqual({ kind: 'away', until: '2027-02-01' })
})

test('a command that cannot be read is reported as such, and not guessed at', () => {
  for (const text of ['AWAY', 'AWAY 0', 'AWAY UNTIL 31/2', 'AWAY UNTIL 5/13', 'away until monday']) {
    expect(at(text)).toEqual({ kind: 'away', until: null })
  }
})

test('BACK ends it, and other words are no command', () => {
  expect(at('Back!')).toEqual({ kind: 'back' })
  for (const text of ['my back hurts', 'HELP', 'I am away', 'go away', 'OK', 'away with the fairies']) {
    expect(at(text)).toBeNull()
  }
})
