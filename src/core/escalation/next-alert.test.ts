import { expect, test } from 'vitest'
import { type AlertChannel, nextAlert, type PersonInOrder, type Told } from './next-alert.ts'

const person = (id: number, channels: AlertChannel[] = ['sms', 'call']): PersonInOrder => ({
  id,
  channels,
  hasDeclined: false,
})

test('people are told in order, each by text and then by phone, three times over, and then it is given up', () => {
  const people = [person(1), person(2), person(3, ['email'])]
  const told: Told[] = []
  const order: string[] = []
  let round = 1
  for (let step = 0; step < 30; step++) {
    const next = nextAlert(people, told, round)
    if (next.kind === 'give_up') {
      order.push('give up')
      break
    }
    if (next.kind === 'next_round') round = next.round
    else told.push({ ...next, round })
    order.push(next.kind === 'next_round' ? `round ${next.round}` : `${next.personId} ${next.channel}`)
  }
  const once = ['1 sms', '1 call', '2 sms', '2 call', '3 email']
  expect(order).toEqual([...once, 'round 2', ...once, 'round 3', ...once, 'give up'])
})

test('somebody who cannot is not told again; the next in order is', () => {
  const people = [{ ...person(1), hasDeclined: true }, person(2)]
  expect(nextAlert(people, [{ personId: 1, channel: 'sms', round: 1 }], 1)).toEqual({
    kind: 'tell',
    personId: 2,
    channel: 'sms',
  })
})

test('when nobody is left who could, it is given up at once instead of waiting for another round', () => {
  expect(nextAlert([{ ...person(1), hasDeclined: true }], [], 1)).toEqual({ kind: 'give_up' })
  expect(nextAlert([], [], 1)).toEqual({ kind: 'give_up' })
})
