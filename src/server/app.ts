import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import { accountRoutes, authenticateBySession } from './features/accounts/public.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import type { ReadinessCheck } from './platform/health.ts'
import { buildApp, type HttpApp } from './platform/http-app.ts'
import type { Jobs } from './platform/jobs.ts'

/** What the web side of the server is made of; `main.ts` chooses the real ones, tests choose theirs. */
export interface ServerParts {
  db: Db
  clock: Clock
  jobs: Jobs
  log: FastifyBaseLogger
  publicUrl: string
  /** Whether the built-in phones and cards run: then their outbox can be read. */
  isSandbox: boolean
  readiness?: ReadinessCheck[]
  metrics?: Registry
  metricsToken?: string | undefined
  webDirectory?: string
  trustProxy?: string | string[] | boolean
}

/** The HTTP app with the routes of every feature. */
export function buildServerApp(parts: ServerParts): Promise<HttpApp> {
  return buildApp({
    ...parts,
    authenticate: authenticateBySession(parts),
    async routes(app) {
      await app.register(accountRoutes, { deps: parts })
    },
  })
}
