import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLogger } from '#server/platform/health/logger.ts'
import { traceOfAttempt } from '#server/platform/health/tracing.ts'
import { startLiveServer } from './live-server.ts'

const spanSchema = z.object({
  traceId: z.string(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
const exportSchema = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
})

/** What a collector of traces receives. */
async function aCollector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        exportSchema
          .parse(JSON.parse(body))
          .resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

function aLog() {
  const lines: Record<string, unknown>[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: createLogger({ level: 'debug', destination }), lines }
}

test('a call is one trace from its dial to its last callback, every line about it names it, and no trace holds its number', async () => {
  const collector = await aCollector()
  // Read by the exporter itself, as everywhere.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  onTestFinished(() => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  })
  const { log, lines } = aLog()
  const live = await startLiveServer({}, { log }, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const whom = await live.aLovedOneAt('+61255500111')
  const callId = await live.aCall(whom, new Date(Date.now() + 500))
  await live.everyCallEnded(30_000)
  const attempt = await live.server.db
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', callId)
    .executeTakeFirstOrThrow()
  const answer = await fetch(`${live.server.address}/api/health`, { headers: { 'x-request-id': 'from-the-proxy' } })
  await live.close()

  const ofTheCall = collector.spans().filter((span) => span.traceId === traceOfAttempt(attempt.id))
  const names = ofTheCall.map((span) => span.name)
  expect(names).toEqual(expect.arrayContaining(['provider dial', 'told answered', 'told heard', 'told progressed']))
  expect(names).toContain('update')
  const all = collector.spans().map((span) => span.name)
  expect(all).toContain('POST /api/twilio/voice/:id')
  expect(all).toContain('GET /api/health')
  expect(collector.text()).not.toContain('55500111')

  expect(answer.headers.get('x-request-id')).toBe('from-the-proxy')
  const callback = lines.find((line) => String(line.path).startsWith('/api/twilio/voice/') && line.status === 200)
  expect(callback?.reqId).toMatch(/^[\w-]{36}$/)
})

const LIST_WHAT_IS_LOADED = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
  await import('./src/server/main.ts')
`

test('without a collector no package that makes traces is loaded', async () => {
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '--eval', LIST_WHAT_IS_LOADED], {
    cwd: join(import.meta.dirname, '..'),
    maxBuffer: 10_000_000,
  })
  expect(stdout).toContain('@opentelemetry/api')
  expect(stdout).not.toMatch(/sdk-trace|exporter-trace/)
})
