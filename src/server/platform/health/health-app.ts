import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Registry } from 'prom-client'
import { addErrorAnswers } from '../http/answers/error-answers.ts'
import type { HttpApp } from '../http/http-app.ts'
import { validateRequest } from '../http/requests/request-validation.ts'
import { healthRoutes, type ReadinessCheck } from './health.ts'

/** What a worker serves when configured: its health, for supervisors and monitoring, and nothing else. */
export async function buildHealthApp(options: {
  log: FastifyBaseLogger
  readiness: ReadinessCheck[]
  metrics: Registry
  metricsToken?: string | undefined
  isLocal?: boolean
  trustProxy?: string | string[] | boolean
}): Promise<HttpApp> {
  const app: HttpApp = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? 'loopback',
    forceCloseConnections: 'idle',
    requestTimeout: 10_000,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validateRequest)
  app.setSerializerCompiler(serializerCompiler)
  addErrorAnswers(app)
  await app.register(healthRoutes, options)
  await app.ready()
  return app
}
