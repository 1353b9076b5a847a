import { afterEach, describe, expect, test, vi } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aCall, aLovedOne } from '#test/web/answers.ts'
import { lastStateOf, rememberToday } from './remember-today.ts'

const NOW = new Date('2026-03-10T00:30:00.000Z')

describe('what is kept for the offline page', () => {
  const june = aLovedOne({ id: 1, name: 'June Murray', timezone: 'Australia/Sydney' })
  const today = { lovedOnes: [june], history: [], upcoming: [], peopleCount: 1, awayCount: 0, attention: null }

  test('names and how the day stood, with the moment and the reader’s clock', () => {
    const state = lastStateOf({ timezone: 'Australia/Perth' }, today, NOW)
    expect(state).toMatchObject({ at: '2026-03-10T00:30:00.000Z', timezone: 'Australia/Perth' })
    expect(state.people).toEqual([{ name: 'June Murray', words: 'No calls today' }])
  })

  test('a call that goes on is not said to go on', () => {
    const call = aCall({ lovedOneId: 1, status: 'in_progress', scheduledTime: '2026-03-10T00:29:00.000Z' })
    const { people } = lastStateOf({ timezone: 'Australia/Sydney' }, { ...today, upcoming: [call] }, NOW)
    expect(people).toEqual([{ name: 'June Murray', words: 'A call was under way' }])
  })

  test('calls that are suspended are not said to come', () => {
    const call = aCall({ lovedOneId: 1, status: 'scheduled', scheduledTime: '2026-03-10T04:00:00.000Z' })
    const state = lastStateOf({ timezone: 'Australia/Sydney' }, { ...today, upcoming: [call] }, NOW, 'suspended')
    expect(state.summary).toBe('Calls to June are suspended.')
    expect(state.people[0]?.words).toMatch(/^Suspended/)
  })

  test('a request for help of last evening that nobody has taken on is said first', () => {
    const asked = aCall({
      ...{ of: june, status: 'completed', scheduledTime: '2026-03-09T11:00:00.000Z' },
      incident: { cause: 'help', status: 'running', owner: null, isOpen: true },
    })
    const call = aCall({ of: june, status: 'scheduled', scheduledTime: '2026-03-10T04:00:00.000Z' })
    const { summary } = lastStateOf(
      { timezone: 'Australia/Sydney' },
      { ...today, history: [asked], upcoming: [call] },
      NOW,
    )
    expect(summary).toBe('June: nobody is checking yet. June still has a call to come.')
  })

  test('neither the kind of a call nor what was written about a person is in it', () => {
    const her = aLovedOne({ ...june, notes: 'keeps bees', medicalConditions: 'beekeeper-lung' })
    const call = aCall({
      ...{ lovedOneId: 1, callType: 'medication_reminder', status: 'completed' },
      scheduledTime: '2026-03-10T00:00:00.000Z',
    })
    const kept = JSON.stringify(
      lastStateOf({ timezone: 'Australia/Sydney' }, { ...today, lovedOnes: [her], history: [call] }, NOW),
    )
    expect(kept).not.toMatch(/bees|lung|medication/i)
    expect(kept).toContain('Answered')
  })
})

describe('the worker', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('it renews the pushes to this browser once for each page load and reader', async () => {
    const posted: unknown[] = []
    const active = { postMessage: (message: unknown) => posted.push(message) }
    const serviceWorker = { register: async () => ({}), getRegistration: async () => ({ active }) }
    vi.stubGlobal('navigator', { serviceWorker })
    const today = { lovedOnes: [], history: [], upcoming: [], peopleCount: 0, awayCount: 0, attention: null }
    for (const id of [7, 7, 8]) await rememberToday(aUser({ id }), today, NOW.getTime())
    await new Promise((resolve) => setTimeout(resolve))
    expect(posted).toEqual(['renew', 'renew'])
  })
})
