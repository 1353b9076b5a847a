import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { AppError } from './app-error.ts'

const DOCUMENT_PATH = '/api/docs/openapi.json'
/** The reference page brings its styles and its start-up script inside itself, so it has a policy of its own. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'open' && route.schema) Object.assign(route.schema, { security: [] })
  })
  app.get(DOCUMENT_PATH, { schema: { hide: true } }, async () => app.swagger())
  await app.register(scalar, {
    routePrefix: '/api/docs',
    logLevel: 'warn',
    configuration: { url: DOCUMENT_PATH, pageTitle: 'Cooee API', withDefaultFonts: false, telemetry: false },
    hooks: {
      onRequest: (request, reply, done) => {
        reply.header('content-security-policy', DOCS_POLICY)
        // The page builds its own address from the header.
        done(request.headers.host ? undefined : new AppError('invalid', 'The Host header is missing'))
      },
    },
  })
}
