import fc from 'fast-check'
import { z } from 'zod'
import { NASTY_BODIES, NASTY_IDS, NASTY_TEXTS, NASTY_VALUES } from './nasty-values.ts'

/** A JSON schema as the document holds it. */
type Schema = Readonly<Record<string, unknown>>
interface Content {
  content?: Record<string, { schema?: Schema }>
}
interface Described {
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses: Record<string, Content>
  security?: unknown[]
}

/** One operation of an OpenAPI document. */
export interface Operation extends Described {
  method: string
  path: string
  /** Who has not signed in may ask. */
  isOpen: boolean
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema> }
}

/** A request as it goes over the wire. */
export interface GeneratedRequest {
  url: string
  headers: Record<string, string>
  body: string | undefined
}

/** Every operation that the document describes. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
      isOpen: described.security?.length === 0,
    })),
  )
}

/**
 * What may be sent to `operation`: as described, then spoilt in one place or in many: wrong types, missing and unknown
 * fields, prototypes, other content types, broken JSON, invalid ids, parameters twice.
 */
export function requestsFor(operation: Operation): fc.Arbitrary<GeneratedRequest> {
  const parameters = operation.parameters ?? []
  const bodySchema = operation.requestBody?.content?.['application/json']?.schema
  return fc
    .record({
      path: fc.tuple(...parametersIn('path').map(({ name, schema }) => pairOf(name, pathValue(schema)))),
      query: fc.tuple(...parametersIn('query').map(({ name, schema }) => pairOf(name, queryValue(schema)))),
      extraQuery: rarely(
        fc.constantFrom('__proto__=1', '%ff=%ff', 'constructor[prototype][x]=1', 'a[]=1&a[]=2', '=&&'),
      ),
      twice: rarely(fc.boolean()),
      key: fc.tuple(...parametersIn('header').map(({ name }) => pairOf(name, headerValue))),
      headers: rarely(oddHeaders),
      body: bodySchema ? bodyOf(bodySchema) : rarely(fc.constantFrom('{}', ...NASTY_BODIES)),
      contentType: fc.oneof(
        { weight: 12, arbitrary: fc.constant('application/json') },
        fc.constantFrom(...CONTENT_TYPES),
      ),
    })
    .map(({ path, query, extraQuery, twice, key, headers, body, contentType }) => {
      const filled = path.reduce((url, [name, value]) => url.replace(`{${name}}`, value), operation.path)
      const given = query.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`)
      const search = [...given, ...(twice ? given : []), ...(extraQuery ? [extraQuery] : [])].join('&')
      const sent = isBodiless(operation.method) ? undefined : body
      return {
        url: search ? `${filled}?${search}` : filled,
        headers: {
          ...headers,
          ...Object.fromEntries(key.filter(([, value]) => value !== undefined)),
          ...(sent === undefined ? {} : { 'content-type': contentType }),
        },
        body: sent,
      }
    })

  function parametersIn(where: string) {
    return parameters.filter((parameter) => parameter.in === where)
  }
}

const isBodiless = (method: string): boolean => method === 'GET' || method === 'HEAD'
const pairOf = <Text extends string | undefined>(name: string, value: fc.Arbitrary<Text>) =>
  value.map((text) => [name, text] as const)
const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 9 })

const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'application/JSON',
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'nonsense',
  '',
]
const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '127.0.0.1, ::1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { 'x-original-url': '/api/admin/stats', 'x-rewrite-url': '/api/admin/stats' },
  { host: 'evil.example' },
  { accept: 'text/html' },
  { accept: 'application/xml;q=9' },
  { 'accept-encoding': 'br;q=nothing, *;q=0' },
  { range: 'bytes=9-1,0-' },
  { 'if-none-match': '*' },
  { cookie: 'auth-token=%ff; auth-token=x; __proto__=x' },
  { 'content-encoding': 'gzip' },
  { origin: 'null', referer: 'javascript:alert(1)' },
  { 'user-agent': '() { :; }; {jndi:ldap://x}' },
)

const smallId = fc.integer({ min: 1, max: 4 }).map(String)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const pathValue = (schema: Schema | undefined): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: schema?.type === 'string' ? fc.constantFrom('a1.b2.cc', 'CA1') : smallId },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY_IDS, '1e309', '-0', '+1', '0x1', '1;2', '..%2f..%2fme') },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map(encoded) },
  )
const queryValue = (schema: Schema | undefined): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: valueFor(schema ?? {}, 1).map((value) => encoded(String(value))) },
    { weight: 2, arbitrary: fc.constantFrom(...NASTY_TEXTS, ...NASTY_IDS).map(encoded) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(encoded) },
  )
const headerValue: fc.Arbitrary<string | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.uuid(),
  fc.constantFrom('', 'x'.repeat(5000), '{}', "'; --"),
)

/** The text of a body: valid, spoilt, or no JSON at all. */
function bodyOf(schema: Schema): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: valueFor(schema, 4).map(asJson) },
    { weight: 6, arbitrary: spoilt(valueFor(schema, 4)).map(asJson) },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY_BODIES) },
  )
}

const asJson = (value: unknown): string => JSON.stringify(value) ?? 'null'
const anything = fc.oneof(
  fc.constantFrom(...NASTY_VALUES),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
/** What a caller may hope to set. */
const HOPEFUL = [
  'role',
  'isAdmin',
  'id',
  'accountId',
  'account_id',
  'passwordHash',
  'status',
  '__proto__',
  'constructor',
]

function spoilt(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat(), anything, fc.nat(5), fc.constantFrom(...HOPEFUL))
    .map(([value, at, nasty, how, extra]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return nasty
      const entries = Object.entries(value)
      const place = entries.length > 0 ? at % entries.length : 0
      const [name = extra, old] = entries[place] ?? []
      switch (how) {
        case 0:
          return fromEntries(entries.filter((_, index) => index !== place))
        case 1:
          return fromEntries([...entries, [extra, nasty]])
        case 2:
          return fromEntries([...entries, [name, [old, nasty]]])
        case 3:
          return [value]
        default:
          return fromEntries([...entries, [name, nasty]])
      }
    })
}

/** Also a `__proto__` is a field of its own. */
function fromEntries(entries: [string, unknown][]): object {
  const object = {}
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return object
}

/** Values as `schema` describes them, more or less: what it cannot say, the server has to check. */
function valueFor(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (alternatives) return fc.oneof(...alternatives.map((each) => valueFor(each, depth)))
  if (Array.isArray(schema.allOf)) return valueFor(Object.assign({}, ...schema.allOf), depth)
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
        { weight: 1, arbitrary: fc.integer({ min: -3, max: 400 }) },
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return depth > 0
        ? fc.array(valueFor((schema.items ?? {}) as Schema, depth - 1), { maxLength: 4 })
        : fc.constant([])
    case 'object':
      return objectOf(schema, depth)
    default:
      return anything
  }
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const required = (schema.required ?? []) as string[]
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, depth > 0 ? valueFor(each, depth - 1) : anything]),
  )
  return fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  switch (schema.format) {
    case 'date-time':
      return fc.constantFrom('2026-03-12T09:00:00.000Z', '2026-03-11T10:30:00+11:00', '2031-02-28T23:59:59Z')
    case 'email':
      return fc.nat(9999).map((number) => `fuzz${number}@example.com`)
    case 'uri':
      return fc.constantFrom('https://example.com/hook', 'http://localhost/', 'https://user:secret@example.com')
  }
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...ACCEPTABLE) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  )
}
/** Somewhere among them is what a field wants. */
const ACCEPTABLE = [
  'Margaret',
  'Sunny-Morning-7',
  '0491 570 156',
  '+61491570110',
  'Australia/Sydney',
  '09:00',
  'carer-of-her',
  'https://example.com/hook',
  'a sentence, with a comma',
]

/** Whether the document knows this status, and what it says of the answer's body. */
export function describedAnswer(operation: Operation, status: number): Content | undefined {
  return operation.responses[String(status)] ?? operation.responses[`${Math.floor(status / 100)}XX`]
}

const validators = new WeakMap<Schema, z.ZodType>()
/** What is wrong with `body` as the document describes it; null where nothing is. */
export function mismatch(document: OpenApiDocument, schema: Schema, body: unknown): string | null {
  let validator = validators.get(schema)
  if (!validator) {
    validator = z.fromJSONSchema(withDefinitions(document, schema) as Parameters<typeof z.fromJSONSchema>[0])
    validators.set(schema, validator)
  }
  const result = validator.safeParse(body)
  return result.success ? null : z.prettifyError(result.error)
}

/** The document's components moved to where a schema that stands alone looks for them. */
function withDefinitions({ components }: OpenApiDocument, schema: Schema): Schema {
  const text = JSON.stringify({ ...schema, $defs: components?.schemas ?? {} })
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'))
}
