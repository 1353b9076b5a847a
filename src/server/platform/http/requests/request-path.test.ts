import { expect, test } from 'vitest'
import { loggedPathOf } from './request-path.ts'

test('an address that opens an incident is not written to a log', () => {
  expect(loggedPathOf('/api/incidents/2s.1k.abc/answer?x=1')).toBe('/api/incidents/…/answer')
  expect(loggedPathOf('/agree/2s.1k.abc')).toBe('/agree/…')
  expect(loggedPathOf('/api/contact-pages/2s.1k.abc/answer')).toBe('/api/contact-pages/…/answer')
  expect(loggedPathOf('/incident/2s.1k.abc')).toBe('/incident/…')
  expect(loggedPathOf('/incident/2s.1k.abc?fbclid=1')).toBe('/incident/…')
  expect(loggedPathOf('/api/calls/1')).toBe('/api/calls/1')
})
