import { expect, test } from 'vitest'
import { awayBeginsText } from './away-words.ts'

test('a member who lives in another zone reads when calls start again on both clocks', () => {
  const con = { name: 'Con', zone: 'Australia/Perth', endsAt: new Date('2026-11-26T16:00:00Z') }
  const people = [{ ...con, nextCallAt: new Date('2026-11-26T23:15:00Z') }]
  const { mail } = awayBeginsText({ people, link: 'https://cooee.example', readerZone: 'Australia/Sydney' })
  expect(mail).toContain('Calls start again on Friday 27 November at 7:15 AM AWST (10:15 AM your time).')
})
