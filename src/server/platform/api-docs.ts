import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/wire.ts'
import { AppError } from './app-error.ts'

const DOCUMENT_PATH = '/api/docs/openapi.json'
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The reference page brings its styles and its start-up script inside itself, so it has a policy of its own. The script is
 * the same for everybody and allowed by its hash (CSP level 3, 6.7.2); any other that found its way in would not run.
 */
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

/** OpenAPI 3.1 at /api/docs/openapi.json and a page that shows it at /api/docs. Register before the routes. */
export async function addApiDocs(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Cooee',
        description: 'Automated care calls: loved ones, the calls they are owed, and the people who are told.',
        version: '1',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
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
    if (route.config?.access === 'open') route.schema = { ...route.schema, security: [] }
  })
  app.get(DOCUMENT_PATH, { schema: { hide: true } }, async () => app.swagger())
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, body) => {
      const isPage = typeof body === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
      if (isPage) reply.header('content-security-policy', docsPolicy(body))
    })
    await docs.register(scalar, {
      routePrefix: '/api/docs',
      logLevel: 'warn',
      configuration: { url: DOCUMENT_PATH, pageTitle: 'Cooee API', withDefaultFonts: false, telemetry: false },
      hooks: {
        // The page builds its own address from the header.
        onRequest: (request, _reply, done) =>
          done(request.headers.host ? undefined : new AppError('invalid', 'The Host header is missing')),
      },
    })
  })
}
