import type { QueryClient } from '@tanstack/react-query'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { partsAreHere } from '#web/lib/routing/lazy-part.tsx'
import { getSession, subscribeToSession } from '#web/lib/session/session.ts'
import { ensureTemporal } from '#web/lib/temporal.ts'

/** The signed-in screens and their dialogs, in the order in which they are likely to be opened. */
const PARTS: readonly ((queries: QueryClient) => Promise<unknown>)[] = [
  () => import('#web/features/calls/calls.tsx'),
  () => import('#web/features/calls/details/loaded-call.tsx'),
  () => import('#web/features/loved-ones/loved-ones.tsx'),
  () => import('#web/features/dashboard/dashboard.tsx'),
  ensureTemporal,
  () => import('#web/features/calls/schedule/schedule-call.tsx'),
  () => import('#web/features/calls/schedule/edit-call.tsx'),
  () => import('#web/features/loved-ones/form/add-loved-one.tsx'),
  () => import('#web/features/loved-ones/form/edit-loved-one.tsx'),
  () => import('#web/features/contacts/contacts.tsx'),
  () => import('#web/features/activity/activity.tsx'),
  () => import('#web/features/subscription/subscription.tsx'),
  () => import('#web/features/settings/settings.tsx'),
  // Dialogs ask whom to ring. A list that is fresh is not asked for again.
  (queries) => queries.prefetchQuery(lovedOnesQuery()),
  () => import('#web/app/not-found.tsx'),
]
const POLL_AGAIN_MS = 500

/** Fetches the other screens and dialogs while the browser is idle: they then open at once, and also without a connection. */
export function fetchAhead(queries: QueryClient): void {
  const start = () => {
    if (getSession().status !== 'signed-in') return
    stop()
    void fetchParts(queries)
  }
  const stop = subscribeToSession(start)
  start()
}

async function fetchParts(queries: QueryClient): Promise<void> {
  for (const fetchPart of PARTS) {
    await idle(queries)
    // Asked for without a connection, a part would be remembered as missing. Other failures are shown when it is opened.
    if (!navigator.onLine) await once('online')
    await fetchPart(queries).catch(() => undefined)
  }
  partsAreHere()
}

/** No answer is being waited for, and nothing is left to draw. */
async function idle(queries: QueryClient): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, POLL_AGAIN_MS))
  while (queries.isFetching() > 0)
  // Safari has no such callback; it has waited long enough already.
  if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve))
}

function once(event: 'online'): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener(event, resolve, { once: true }))
}
