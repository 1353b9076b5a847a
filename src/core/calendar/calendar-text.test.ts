import { expect, test } from 'vitest'
import { calendarText } from './calendar-text.ts'

const NOW = new Date('2026-03-10T00:00:00.000Z')
const call = { uid: 's7-20260310T220000Z', at: new Date('2026-03-10T22:00:00.000Z'), name: null }

test('a call is an event in UTC that says no more than that it is a call', () => {
  const text = calendarText([call], NOW)
  expect(text.split('\r\n').slice(8, 18)).toEqual([
    'BEGIN:VEVENT',
    'UID:s7-20260310T220000Z@cooee',
    'DTSTAMP:20260310T000000Z',
    `SEQUENCE:${NOW.getTime() / 60_000}`,
    'DTSTART:20260310T220000Z',
    'DURATION:PT10M',
    'SUMMARY:Cooee call',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('a name is escaped, and a long line is folded at 75 octets without cutting a letter', () => {
  const name = `O’Brien; Ann, "Nan" \\ ${'Γιώργος 王秀英 '.repeat(12)}`
  const text = calendarText([{ ...call, name }], NOW)
  const lines = text.split('\r\n')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  const unfolded = text.replaceAll('\r\n ', '')
  expect(unfolded).toContain(`SUMMARY:Cooee call: ${name.replace(/[\\;,]/g, '\\$&')}\r\n`)
  expect(unfolded).not.toContain('\ufffd')
})
