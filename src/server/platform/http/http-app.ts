import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { shareConnections } from '../admission/share-connections.ts'
import { type AdmissionLimits, shareRequests } from '../admission/share-requests.ts'
import { healthRoutes, measureRequests, type ReadinessCheck } from '../health/health.ts'
import { NO_LIMITS } from '../visitors/limits.ts'
import { addErrorAnswers, answerFrameworkError } from './answers/error-answers.ts'
import { addSecurityHeaders, securityHeaders } from './answers/security-headers.ts'
import { addApiDocs } from './api-docs.ts'
import { AppError } from './app-error.ts'
import { type Authenticate, guardApi, type Person } from './requests/authentication.ts'
import { refuseMalformed } from './requests/malformed-requests.ts'
import { loggedPathOf } from './requests/request-path.ts'
import { validateRequest } from './requests/request-validation.ts'
import { listRoutes } from './route-list.ts'
import { requestId, traceRequests } from './trace-requests.ts'
import { serveWebApp } from './web-app/web-app.ts'

/** What a feature's routes are registered on: schemas are zod, types follow from them. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

interface HttpAppOptions {
  publicUrl: string
  log: FastifyBaseLogger
  authenticate: Authenticate
  /** Refuses an admin who may not enter the admin area yet. */
  beforeAdmin?: ((person: Person, log: FastifyBaseLogger) => Promise<void>) | undefined
  readiness?: ReadinessCheck[]
  metrics?: Registry
  metricsToken?: string | undefined
  /** For the loopback port of its own: figures without a token, the sandbox's page, and nothing measured. */
  isLocal?: boolean
  /** The built web app, usually dist/web; left out, only the API is served. */
  webDirectory?: string
  /** Whom to write to, as the public pages say. */
  contactEmail?: string | undefined
  /** For so many months words are kept, as the public pages say. */
  retentionMonths?: number
  /** For so many months calls are kept. */
  keepCallsMonths?: number
  /** Whether the phones and mails are not real. */
  isSandbox?: boolean
  /** Off, the public pages speak of no prices. */
  isBillingOn?: boolean
  /** Whose X-Forwarded-For is believed: proxies on this machine by default. */
  trustProxy?: string | string[] | boolean
  /** What one address or account may take; left out, as much as it likes. */
  limits?: AdmissionLimits
  /** Registers the features' routes. */
  routes(app: HttpApp): Promise<void> | void
}

const BODY_LIMIT_BYTES = 64 * 1024
/** From the first letter of a request to the last of its body. */
const REQUEST_WITHIN_MS = 10_000
/** When an idle connection is closed; the stream of changes sends something every 15 seconds. */
const SILENT_MS = 120_000
/** Each costs some ten kilobytes: more of them would take the memory that calls need. */
const MAX_CONNECTIONS = 5_000

/** Builds the whole HTTP side, ready to listen or to be asked with `inject`. */
export async function buildApp(options: HttpAppOptions): Promise<HttpApp> {
  const registry = options.metrics ?? new Registry()
  const headersFor = securityHeaders(options)
  const app: HttpApp = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }), // one line of our own below, without the query
    genReqId: requestId,
    childLoggerFactory: (log) => log, // every line has the request's id already: traceRequests
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: options.trustProxy ?? 'loopback',
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_WITHIN_MS,
    connectionTimeout: SILENT_MS,
    http: { headersTimeout: REQUEST_WITHIN_MS, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * 1024 },
    // Neither has a route, so no hook runs for them.
    frameworkErrors: (error, request, reply) =>
      answerFrameworkError(error, request, reply.headers(headersFor(request.url))),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headersFor('/api')),
  }).withTypeProvider<ZodTypeProvider>()
  const limits = options.limits ?? NO_LIMITS
  const connections = shareConnections(app.server, {
    perAddress: limits.connectionsPerAddress,
    most: MAX_CONNECTIONS,
  })
  listRoutes(app)
  app.setValidatorCompiler(validateRequest)
  app.setSerializerCompiler(serializerCompiler)
  acceptEmptyJson(app)
  addErrorAnswers(app)
  addSecurityHeaders(app, headersFor)
  traceRequests(app)
  refuseBadHost(app)
  logRequests(app)
  if (!options.isLocal) measureRequests(app, registry)
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false })
  await app.register(cookie)
  endConnectionsWhenClosing(app)
  const requests = shareRequests(app, connections, limits)
  guardApi(app, options)
  requests.afterGuard()
  await addApiDocs(app, options)
  await app.register(healthRoutes, {
    readiness: options.readiness ?? [],
    metrics: registry,
    metricsToken: options.metricsToken,
    isLocal: options.isLocal,
  })
  await options.routes(app)
  if (options.webDirectory) await serveWebApp(app, options.webDirectory, options)
  await app.ready()
  return app
}

/** Clients set the JSON content type on requests that have nothing to say, such as a DELETE. */
function acceptEmptyJson(app: HttpApp): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    parseJson(request, typeof body === 'string' ? body : body.toString(), done)
  })
}

/** What is no host at all goes no further; a health check in HTTP/1.0 may leave the header out. */
function refuseBadHost(app: HttpApp): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isGiven = request.headers.host !== undefined
    const isGood = !isGiven || URL.canParse(`http://${request.host}`)
    done(isGood ? undefined : new AppError('invalid', 'The Host header is not valid'))
  })
}

/** A connection that is kept alive after its answer would keep a stopping process from ending until the client lets go. */
function endConnectionsWhenClosing(app: HttpApp): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** One line per request. Polling would drown the rest, so what only reads and succeeds is logged at debug. */
function logRequests(app: HttpApp): void {
  const includesDetails = ['debug', 'trace'].includes(app.log.level)
  app.addHook('onResponse', (request, reply, done) => {
    const isQuiet = reply.statusCode < 400 && request.method === 'GET'
    if (isQuiet && !includesDetails) return done()
    const line = {
      reqId: request.id,
      method: request.method,
      path: loggedPathOf(request.url),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      address: request.ip,
    }
    request.log[isQuiet ? 'debug' : 'info'](line, 'Request answered')
    done()
  })
}
