import { expect, test } from 'vitest'
import type { OutboxEntry, PhoneText, SandboxPhone } from '#contract/admin/sandbox.ts'
import { KEYS } from '#core/talk/fixed-words.ts'
import { whatHappened } from './what-happened.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 0, minute)).toISOString()
const aPhone = (changes: Partial<SandboxPhone>): SandboxPhone => ({
  number: '+61491570156',
  owners: [{ name: 'Margaret Hartley', role: 'loved_one', of: null }],
  behaviour: null,
  ownBehaviour: 'presses_1',
  questionReply: 'ok',
  texts: 'delivered',
  calls: [],
  lastCall: null,
  ...changes,
})
const TOM = aPhone({ number: '+61491570158', owners: [{ name: 'Tom', role: 'contact', of: 'Margaret Hartley' }] })
const talking = (isByHand: boolean, key: string) =>
  aPhone({
    calls: [
      {
        id: 'CA1',
        direction: 'outbound',
        status: 'talking',
        since: at(1),
        asksFor: null,
        isByHand,
        turns: [{ kind: 'pressed', text: key, at: at(2) }],
      },
    ],
  })
const missed = aPhone({
  lastCall: { id: 'CA1', direction: 'outbound', outcome: 'no_answer', endedAt: at(3), turns: [] },
})
const text = (direction: PhoneText['direction'], minute: number, number = TOM.number): PhoneText => ({
  id: `SM${minute}`,
  number,
  direction,
  text: '1',
  at: at(minute),
  status: 'delivered',
})
const mail = (minute: number): OutboxEntry => ({
  channel: 'email',
  to: 'jane@example.com',
  subject: 'News',
  text: 'News',
  at: at(minute),
  delivery: null,
  reason: null,
})
const seen = (changes: Partial<Parameters<typeof whatHappened>[0]>, begunAt = at(0)) =>
  whatHappened({ phones: [], texts: [], mails: [], ...changes }, begunAt)

test('answering counts by one’s own hand and with 1 alone', () => {
  expect(seen({ phones: [talking(true, '1')] })).toEqual(['answered'])
  expect(seen({ phones: [talking(true, '2')] })).toEqual([])
  expect(seen({ phones: [talking(false, '1')] })).toEqual([])
})

test('a chat counts once somebody answered its first words by hand', () => {
  const chat = (isByHand: boolean, ...words: ['said' | 'spoke', string][]) => {
    const [call] = talking(isByHand, '2').calls
    const turns = words.map(([kind, text]) => ({ kind, text, at: at(2) }))
    return aPhone({ calls: call ? [{ ...call, turns }] : [] })
  }
  const first = ['said', `Good morning Margaret. ${KEYS} How are you today?`] as const
  expect(seen({ phones: [chat(true, [...first], ['spoke', 'The roses are out'])] })).toEqual(['chatted'])
  expect(seen({ phones: [chat(false, [...first], ['spoke', 'The roses are out'])] })).toEqual([])
  expect(seen({ phones: [chat(true, [...first])] })).toEqual([])
  expect(seen({ phones: [chat(true, ['said', 'Is all well?'], ['spoke', 'yes'])] })).toEqual([])
})

test('a missed call counts once somebody was notified of it, by text or by mail', () => {
  expect(seen({ phones: [missed, TOM] })).toEqual([])
  expect(seen({ phones: [missed, TOM], texts: [text('from_cooee', 2)] })).toEqual([])
  expect(seen({ phones: [missed, TOM], texts: [text('from_cooee', 4)] })).toEqual(['told'])
  expect(seen({ phones: [missed, TOM], mails: [mail(4)] })).toEqual(['told'])
})

test('writing back counts for any person who was written to', () => {
  const phones = [aPhone({}), TOM]
  expect(seen({ phones, texts: [text('to_cooee', 4)] })).toEqual([])
  expect(seen({ phones, texts: [text('to_cooee', 5), text('from_cooee', 4)] })).toEqual(['replied'])
  const margarets = phones[0]?.number
  expect(seen({ phones, texts: [text('to_cooee', 5, margarets), text('from_cooee', 4, margarets)] })).toEqual([])
})

test('events before a reset do not count', () => {
  const all = { phones: [talking(true, '1'), TOM], texts: [text('to_cooee', 5), text('from_cooee', 4)] }
  expect(seen(all, at(10))).toEqual([])
  expect(seen(all, at(0))).toEqual(['answered', 'replied'])
})
