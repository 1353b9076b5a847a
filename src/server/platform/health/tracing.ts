import { createHash, randomBytes } from 'node:crypto'
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Logger } from './logger.ts'

export interface Tracing {
  /** Sends what is left, then stops. */
  stop(): Promise<void>
}

/** The trace that the next span without a parent begins; set and taken within one synchronous step. */
let wantedTrace: string | null = null
/** Distinguishes installations that report to the same collector. */
let installation = ''
/** Without it the id of a trace, a hash, is not computed. */
let isTracing = false

/** Starts to report traces by OTLP over HTTP, by the standard OTEL_ variables. Loaded here alone: without this call spans cost next to nothing. */
export async function startTracing({
  publicUrl,
  role,
  version,
  log,
}: {
  publicUrl: string
  role: string
  version: string
  log: Logger
}): Promise<Tracing> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  installation = publicUrl
  isTracing = true
  const own = resources.resourceFromAttributes({
    'service.name': 'cooee',
    'service.version': version,
    'cooee.role': role,
  })
  const provider = new NodeTracerProvider({
    // What the operator says in OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES comes first.
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    idGenerator: {
      generateTraceId: () => wantedTrace ?? randomBytes(16).toString('hex'),
      generateSpanId: () => randomBytes(8).toString('hex'),
    },
  })
  provider.register()
  return {
    async stop() {
      await provider.shutdown().catch((error) => log.warn({ err: error }, 'Last traces not sent'))
    },
  }
}

interface SpanOptions {
  kind?: 'server' | 'client' | 'internal'
  attributes?: Attributes
  /** All work about one attempt is one trace, in whatever process: its id is computed from the attempt's. A span around this one is linked. */
  attemptId?: number | undefined
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const
const tracer = () => trace.getTracer('cooee')

/** Does `work` within a span. An error is noted by its name alone: its text may hold what no trace should. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return startActive(name, options, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  })
}

function startActive<Result>(name: string, options: SpanOptions, work: (span: Span) => Result): Result {
  const { kind = 'internal', attributes = {}, attemptId } = options
  const settings = { kind: KINDS[kind], attributes }
  if (attemptId === undefined || !isTracing) return tracer().startActiveSpan(name, settings, work)
  const around = trace.getActiveSpan()?.spanContext()
  const links = around ? [{ context: around }] : []
  wantedTrace = traceOfAttempt(attemptId)
  try {
    const ofAttempt = { ...settings, attributes: { ...attributes, 'cooee.attempt_id': attemptId }, links, root: true }
    return tracer().startActiveSpan(name, ofAttempt, (span) => {
      wantedTrace = null
      return work(span)
    })
  } finally {
    wantedTrace = null
  }
}

/** 128 bits in hex, as a trace id is. */
export function traceOfAttempt(attemptId: number): string {
  return createHash('sha256').update(`${installation} attempt ${attemptId}`).digest('hex').slice(0, 32)
}

/** A span whose end somebody else sees: a request that begins in one hook and ends in another. */
export interface OpenSpan {
  within(work: () => void): void
  end(attributes: Attributes, failed: boolean): void
}

/** Starts a span of the present trace; the caller ends it. */
export function openSpan(name: string, kind: 'server' | 'client'): OpenSpan {
  const span = tracer().startSpan(name, { kind: KINDS[kind] })
  return {
    within: (work) => context.with(trace.setSpan(context.active(), span), work),
    end(attributes, failed) {
      span.setAttributes(attributes)
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** A statement that has just ended, as its own span: what was asked, without its values. */
export function noteStatement(text: string, milliseconds: number, failed: boolean): void {
  if (!trace.getActiveSpan()?.isRecording()) return
  const endTime = Date.now()
  const span = tracer().startSpan(nameOf(text), {
    kind: SpanKind.CLIENT,
    startTime: endTime - milliseconds,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  })
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endTime)
}

function nameOf(statement: string): string {
  return statement.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? 'statement'
}
