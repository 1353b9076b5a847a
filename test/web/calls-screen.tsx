import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { Calls } from '#web/features/calls/calls.tsx'
import { aCall, aLovedOne } from './answers.ts'
import { fakeServer } from './fake-server.ts'
import { renderScreen } from './render-screen.tsx'

// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney.
const NOW = new Date('2026-03-09T23:24:00.000Z')
export const margaret = aLovedOne({ id: 1 })
export const tuan = aLovedOne({ id: 5, name: 'Tuan Nguyen', phoneNumber: '+61491570156', timezone: 'Australia/Perth' })
export const tomorrow = aCall({ id: 11, of: margaret, scheduledTime: '2026-03-10T22:00:00.000Z' })

/** Begins each test of the file that calls it at 10:24 in Sydney, with nothing on the page. */
export function setUpCallsScreen(): void {
  beforeEach(() => {
    vi.stubEnv('TZ', 'Australia/Sydney')
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
  })
}

/** A server with two loved ones and one call, but for what `changes` says. */
export function server(changes: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    'GET /api/loved-ones': () => [margaret, tuan],
    'GET /api/calls/upcoming': () => [tomorrow],
    'GET /api/calls/recurring': () => [],
    'GET /api/calls/history': () => [],
    'GET /api/activity/retention': () => ({ months: 24, callMonths: 24 }),
    ...changes,
  })
}
/** Opens the screen of calls at an address. */
export const open = (at = '/calls') => renderScreen(Calls, { at, route: '/calls/:id?/:action?' })
export type User = ReturnType<typeof open>['user']

/** Opens the menu of somebody's call and chooses what it offers. */
export async function chooseInMenu(user: User, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
/** Chooses an option of a list. */
export async function choose(user: User, field: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}
