import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Counter, Histogram, type Registry } from 'prom-client'
import { z } from 'zod'
import { AppError } from '../http/app-error.ts'
import { isFromThisMachine } from '../visitors/this-machine.ts'
import { atMostEvery } from '../work/at-most-every.ts'

/** Something the server cannot work without. `check` throws while it does not work. */
export interface ReadinessCheck {
  name: string
  check(): Promise<unknown>
}

interface HealthOptions {
  readiness: ReadinessCheck[]
  metrics: Registry
  metricsToken?: string | undefined
  /** Whether it listens on the loopback port of its own, where this machine reads the figures without a token. */
  isLocal?: boolean | undefined
}

/** Something that does not answer at all does not work either. */
async function silence(): Promise<never> {
  await setTimeout(3_000, undefined, { ref: false })
  throw new Error('No answer')
}

/** For monitoring: /api/health (the process is up), /api/ready (it can work) and /metrics. */
export const healthRoutes: FastifyPluginAsyncZod<HealthOptions> = async (
  app,
  { readiness, metrics, metricsToken, isLocal = false },
) => {
  app.get(
    '/api/health',
    { config: { access: 'open' }, schema: { response: { 200: z.object({ status: z.literal('ok') }) } } },
    async () => ({ status: 'ok' as const }),
  )

  const runChecks = () =>
    Promise.all(
      readiness.map(async ({ name, check }) => {
        try {
          await Promise.race([check(), silence()])
          return { name, ok: true }
        } catch (error) {
          app.log.error(error, `Not ready: ${name}`)
          return { name, ok: false }
        }
      }),
    )
  const check = atMostEvery(READINESS_MS, runChecks)
  app.get('/api/ready', { config: { access: 'open' } }, async (_request, reply) => {
    const checks = await check()
    const isReady = checks.every(({ ok }) => ok)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready', checks })
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!holdsToken(request.headers.authorization, metricsToken)) {
      if (!isLocal) return reply.callNotFound()
      if (!isFromThisMachine(request)) throw new AppError('not_allowed', 'Metrics are for the machine Cooee runs on')
    }
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** Anybody may ask, and asking costs connections: the answer is kept for this long and shared. */
const READINESS_MS = 1000

function holdsToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined || authorization === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

/** Counts and times every request by route, never by address: ids would make a series each. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'cooee_http_request_seconds',
    help: 'How long requests took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const failures = new Counter({
    name: 'cooee_http_failures_total',
    help: 'Answers with a status of 500 or above.',
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500) failures.inc()
    done()
  })
}
