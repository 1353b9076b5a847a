/** What the dashboard asks for first: asked for while its code is still on the way. `dashboard-reads.test.tsx` compares them. */
export const DASHBOARD_READS: readonly { path: string; query?: Record<string, number> }[] = [
  { path: '/api/dashboard/today' },
  { path: '/api/calls/upcoming', query: { limit: 100 } },
  { path: '/api/dashboard/stats' },
  { path: '/api/activity', query: { limit: 5 } },
]
