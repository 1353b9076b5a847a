import type { Registry } from 'prom-client'
import { type ClockWatch, measureClock } from '#server/platform/clock/clock-watch.ts'
import type { ReadinessCheck } from '#server/platform/health/health.ts'
import { measureQueues } from '#server/platform/health/measure-queues.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import { measureUse } from '../features/admin/public.ts'
import { measureCapacity } from '../features/calls/public.ts'
import { checkDispatcher, type Dispatcher, measureDueCalls } from '../features/care/public.ts'
import { measureIncidents } from '../features/incidents/public.ts'
import { measureMessages } from '../features/messages/public.ts'
import { measureDeliveries } from '../features/webhooks/public.ts'
import { writableCheck } from '../platform/database/connection/writable.ts'
import type { Features } from './build-features.ts'
import type { ServerConfig } from './server-config.ts'

/** The health of this process, for monitoring. */
export interface WatchedParts {
  metrics: Registry
  readiness: ReadinessCheck[]
}

/** Has every part measured, and says when this process is ready for work. */
export function watchedParts(
  { role }: ServerConfig,
  jobs: JobEngine,
  { care }: Features,
  {
    metrics,
    clockWatch,
    dispatcher,
  }: { metrics: Registry; clockWatch: ClockWatch; dispatcher(): Dispatcher | undefined },
): WatchedParts {
  measureClock(metrics, clockWatch)
  measureDueCalls(metrics, { ...care, dispatcher })
  measureCapacity(metrics, care)
  measureUse(metrics, care)
  measureMessages(metrics, care)
  measureIncidents(metrics, care.db)
  measureDeliveries(metrics, care.db)
  measureQueues(metrics, jobs)
  const checkOwnDispatcher = async () => {
    const present = dispatcher()
    if (present) await checkDispatcher(present, care.clock)
  }
  const readiness = [
    { name: 'database', check: writableCheck(care.db) },
    { name: 'clock', check: () => clockWatch.check() },
    { name: 'jobs', check: () => jobs.check() },
    ...(role === 'web' ? [] : [{ name: 'dispatcher', check: checkOwnDispatcher }]),
  ]
  return { metrics, readiness }
}
