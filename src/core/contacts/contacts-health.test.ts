import { expect, test } from 'vitest'
import type { ContactState } from './contact-state.ts'
import { contactsHealth } from './contacts-health.ts'

const NOW = new Date('2026-03-10T00:00:00Z')
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const contact = (name: string, state: ContactState, { asked = 1, answered = null as number | null } = {}) => ({
  ...{ name, state, askedAt: ago(asked), answeredAt: answered === null ? null : ago(answered), createdAt: ago(asked) },
})
const health = (contacts: ReturnType<typeof contact>[], hasOwnNumber = false) =>
  contactsHealth({ name: 'Margaret Hartley', contacts, hasOwnNumber, now: NOW })

test('contacts are well while everybody has agreed or has only been asked', () => {
  const both = [contact('Tom Hartley', 'agreed', { asked: 9, answered: 8 }), contact('Susan Nguyen', 'asked')]
  expect(health(both)).toEqual({ state: 'good', reason: null, agreed: 1 })
})

test.each([
  ['declined', "Tom Hartley doesn't want to be a contact. You could add someone else."],
  ['unreachable', "Our texts don't reach Tom Hartley. Please check the number, then ask again."],
  ['stopped', 'Tom Hartley has asked us to stop calls and texts. You could add someone else.'],
] as const)('one contact who is %s makes them amber, with the mend', (state, reason) => {
  const contacts = [contact('Tom Hartley', state), contact('Susan Nguyen', 'asked')]
  expect(health(contacts)).toEqual({ state: 'amber', reason, agreed: 0 })
})

test('contacts are red where nobody can be reached', () => {
  expect(health([contact('Tom Hartley', 'declined')])).toEqual({
    state: 'red',
    reason:
      "Tom Hartley doesn't want to be a contact. If Margaret needs help, there's nobody else we can reach. Please add someone.",
    agreed: 0,
  })
  expect(health([])).toMatchObject({ state: 'red' })
})

test('an emergency number of the loved one keeps them from red', () => {
  expect(health([contact('Tom Hartley', 'declined')], true)).toMatchObject({ state: 'amber' })
  expect(health([], true)).toMatchObject({ state: 'good' })
})

test('a contact who has left the last question open for three weeks is not counted as agreed', () => {
  const silent = contact('Tom Hartley', 'agreed', { asked: 22, answered: 112 })
  expect(health([silent])).toEqual({ state: 'good', reason: null, agreed: 0 })
  expect(health([contact('Tom Hartley', 'agreed', { asked: 20, answered: 112 })])).toMatchObject({ agreed: 1 })
})
