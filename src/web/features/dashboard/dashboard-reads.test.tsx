// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aLovedOne, dashboardStats } from '#test/web/answers.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { prefetch } from '#web/lib/http/send.ts'
import { bearerToken, shownCircle } from '#web/lib/session/session.ts'
import { Dashboard } from './dashboard.tsx'
import { DASHBOARD_READS } from './dashboard-reads.ts'

afterEach(cleanup)

test('what is asked ahead for the dashboard is what it asks for itself', async () => {
  const { requests } = fakeServer({
    'GET /api/loved-ones': () => [aLovedOne()],
    'GET /api/calls/history': () => [],
    'GET /api/calls/upcoming': () => [],
    'GET /api/dashboard/stats': () => dashboardStats(),
    'GET /api/activity': () => [],
  })
  renderScreen(Dashboard, { at: '/dashboard', route: '/dashboard' })
  await screen.findByRole('region', { name: 'Summary' })
  const count = requests.length
  for (const { path, query } of DASHBOARD_READS) {
    prefetch(path, { query: query ?? {}, token: bearerToken(), circle: shownCircle() })
  }
  const asked = requests.map(({ path, query, headers }) => {
    query.delete('_t')
    return { path, query: String(query), circle: headers.get('x-circle'), token: headers.get('authorization') }
  })
  const prefetched = asked.slice(count)
  expect(prefetched).toHaveLength(DASHBOARD_READS.length)
  for (const one of prefetched) expect(asked.slice(0, count)).toContainEqual(one)
})
