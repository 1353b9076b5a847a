import type { Registry } from 'prom-client'
import type { JobEngine } from '../work/job-engine.ts'
import { gaugeOf } from './gauge-of.ts'

/** Measures the jobs that are due and wait, and those given up within the last hour. */
export function measureQueues(registry: Registry, jobs: Pick<JobEngine, 'queues'>): void {
  const queue = 'queue' as const
  gaugeOf(
    registry,
    { name: 'cooee_jobs_waiting', help: 'Jobs that are due and wait for a worker, by queue.', labels: [queue] },
    async () => (await jobs.queues()).map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
  )
  gaugeOf(
    registry,
    { name: 'cooee_jobs_failed_last_hour', help: 'Jobs given up within the last hour, by queue.', labels: [queue] },
    async () => (await jobs.queues()).map(({ name, failed }) => ({ labels: { queue: name }, value: failed })),
  )
}
