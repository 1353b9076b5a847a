import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NOT_FOR_TOKENS, ROUTE_SCOPES } from '#contract/accounts/token-scopes.ts'
import { errorBody } from '#contract/wire.ts'
import { AppError } from './app-error.ts'

const DOCUMENT_PATH = '/api/docs/openapi.json'
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** The policy of the reference page, which brings its styles and one script of its own, allowed by its hash (CSP level 3, 6.7.2). */
function docsPolicy(page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const REFUSALS = {
  '4XX': { description: 'Refused: what is wrong, and with which field.', content: refusalContent() },
  '503': { description: 'Not possible at present; try again.', content: refusalContent() },
}

function refusalContent() {
  return { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
}

interface Described {
  paths?: object
  components?: { schemas?: object }
}

/** Every operation can be refused, with the same body unless it has one of its own. */
function withRefusals<Document extends Described>(document: Document): Document {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (isOperation(operation)) operation.responses = { ...REFUSALS, ...operation.responses }
    }
  }
  const schemas = { ...document.components?.schemas, Refusal: z.toJSONSchema(errorBody) }
  return { ...document, components: { ...document.components, schemas } }
}

const isOperation = (value: unknown): value is { responses: object } =>
  typeof value === 'object' && value !== null && 'responses' in value

const ACCESS_TOKENS =
  'An access token of a member, made in Settings under Security. The scope it needs is named at each route; routes without one take no access token. `write` includes `read`.'

/** The scope that a route asks an access token for; undefined where it takes none. */
function scopeOf({ method, url }: { method: string | string[]; url: string }): string | undefined {
  const scopes: Partial<Record<string, string>> = ROUTE_SCOPES
  const scope = scopes[`${[method].flat()[0]} ${url}`]
  return scope === NOT_FOR_TOKENS ? undefined : scope
}

/** OpenAPI 3.1 at /api/docs/openapi.json and a page that shows it at /api/docs. Register before the routes. */
export async function addApiDocs(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Cooee',
        description: 'Automated care calls: loved ones, the calls they are owed, and the people who are notified.',
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of a session.' },
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'cooee_pat_…', description: ACCESS_TOKENS },
          cookie: { type: 'apiKey', in: 'cookie', name: 'auth-token' },
        },
      },
      security: [{ bearer: [] }, { cookie: [] }],
    },
    // A transform has no JSON schema of its own; its input has.
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
    transformObject: (document) =>
      'openapiObject' in document ? withRefusals(document.openapiObject) : document.swaggerObject,
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'open') {
      route.schema = { ...route.schema, security: [] }
      return
    }
    const scope = scopeOf(route)
    if (scope) route.schema = { ...route.schema, security: [{ bearer: [] }, { cookie: [] }, { accessToken: [scope] }] }
  })
  app.get(DOCUMENT_PATH, { schema: { hide: true } }, async () => app.swagger())
  showPage(app)
}

/** The reference page with its script of four megabytes: few people open it, so the first visit loads it. */
function showPage(app: FastifyInstance): void {
  let page: Promise<FastifyInstance> | null = null
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
      // The page builds its own address from the header.
      if (!request.headers.host) throw new AppError('invalid', 'The Host header is missing')
      page ??= loadPage()
      const { statusCode, headers, rawPayload } = await (await page).inject({
        url: request.url,
        headers: { host: request.host },
      })
      const type = String(headers['content-type'])
      if (statusCode === 404) return reply.callNotFound()
      if (type.startsWith('text/html')) reply.header('content-security-policy', docsPolicy(rawPayload.toString()))
      if (headers.location) reply.header('location', headers.location)
      return reply.code(statusCode).type(type).send(rawPayload)
    })
  }
}

async function loadPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: DOCUMENT_PATH, pageTitle: 'Cooee API', withDefaultFonts: false, telemetry: false },
  })
  await page.ready()
  return page
}
