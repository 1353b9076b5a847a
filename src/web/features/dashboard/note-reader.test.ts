// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteReader } from './note-reader.ts'

let posted: unknown[]
beforeEach(() => {
  posted = []
  localStorage.clear()
  const active = { postMessage: (message: unknown) => posted.push(message) }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ active }) } })
})
afterEach(() => vi.unstubAllGlobals())

const read = async (personId: number) => {
  noteReader(personId)
  await Promise.resolve()
  return posted.splice(0)
}

test('notifications for somebody who did not sign out go once somebody else reads the dashboard, and one’s own stay', async () => {
  expect(await read(7)).toEqual([])
  expect(await read(7)).toEqual([])
  expect(await read(8)).toEqual(['somebody-else'])
  expect(await read(8)).toEqual([])
})
