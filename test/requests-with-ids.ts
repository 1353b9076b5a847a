import { A_PASSWORD } from './factories.ts'
import type { Operation } from './openapi-requests.ts'
import { AN_ACCEPTED_TIME, AN_OCCURRENCE, type OwnedKind } from './owned-rows.ts'

/** Where an operation takes the id of a row, and of which kind. */
export interface IdPlace {
  readonly where: 'path' | 'query' | 'body'
  readonly name: string
  readonly kind: OwnedKind
}

type Schema = Readonly<Record<string, unknown>>

/** By what the id in a path belongs to; an address that is not here must be added before a test can say whose it is. */
const OF_PATH: Record<string, OwnedKind> = {
  '/api/away/': 'away',
  '/api/hot-days/': 'hotDayOffer',
  '/api/calls/{id}/recording': 'endedCall',
  '/api/calls/{id}/talks': 'endedCall',
  '/api/topics/': 'topic',
  '/api/voice-recordings/': 'voiceRecording',
  '/api/calls/{id}/occurrence/restore': 'skippedCall',
  '/api/calls/{id}/resolve': 'callUnderWay',
  '/api/calls/{id}/skip/undo': 'skippedCall',
  '/api/calls/': 'call',
  '/api/contacts/': 'contact',
  '/api/loved-ones/': 'lovedOne',
  '/api/circles/': 'circle',
  '/api/invitations/': 'invitation',
  '/api/members/': 'member',
  '/api/sessions/': 'session',
  '/api/access-tokens/': 'accessToken',
  '/api/push-devices/': 'pushDevice',
  '/api/passkeys/': 'passkey',
}
const OF_NAME: Record<string, OwnedKind> = { lovedOneId: 'lovedOne', contactIds: 'contact' }
const OF_CURSOR: Record<string, OwnedKind> = { '/api/activity': 'activity', '/api/calls/history': 'endedCall' }
const IS_ID = /^id$|Ids?$|^before$/

/** Every place in which `operation` takes an id, as its description has it. */
export function idPlacesOf(operation: Operation): IdPlace[] {
  const { path, parameters = [] } = operation
  const inAddress = parameters
    .filter((parameter) => parameter.in === 'path' || (parameter.in === 'query' && IS_ID.test(parameter.name)))
    .map(({ in: where, name }) => ({ where: where as 'path' | 'query', name }))
  const inBody = Object.keys(propertiesOf(bodySchemaOf(operation)))
    .filter((name) => IS_ID.test(name))
    .map((name) => ({ where: 'body' as const, name }))
  return [...inAddress, ...inBody].map((place) => ({ ...place, kind: kindOf(path, place) }))
}

function kindOf(path: string, { where, name }: Omit<IdPlace, 'kind'>): OwnedKind {
  const byPath = Object.entries(OF_PATH).find(([beginning]) => path.startsWith(beginning))?.[1]
  const kind = where === 'path' ? byPath : name === 'before' ? OF_CURSOR[path] : OF_NAME[name]
  if (!kind) throw new Error(`Nobody has said of what kind ${name} of ${path} is`)
  return kind
}

/** A request that the operation accepts, with the ids that `idOf` gives; a place for which it gives none is left out. */
export function requestWith(operation: Operation, idOf: (place: IdPlace) => number | undefined) {
  const ids = idPlacesOf(operation).map((place) => ({ ...place, id: idOf(place) }))
  const given = (where: IdPlace['where']) => ids.filter((place) => place.where === where && place.id !== undefined)
  const path = given('path').reduce((url, { name, id }) => url.replace(`{${name}}`, String(id)), operation.path)
  const query = given('query').map(({ name, id }) => `${name}=${id}`)
  const schema = bodySchemaOf(operation)
  const body = {
    ...sampleOf(schema),
    ...Object.fromEntries(given('body').map(({ name, id }) => [name, asMany(name, id)])),
  }
  return {
    method: operation.method as 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    url: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body: Object.keys(body).length > 0 ? body : undefined,
  }
}

/** The fields that the body of `operation` may have. */
export function bodyPropertiesOf(operation: Operation): Record<string, Schema> {
  return propertiesOf(bodySchemaOf(operation))
}

const asMany = (name: string, id: number | undefined) => (name.endsWith('Ids') ? [id] : id)

function bodySchemaOf({ requestBody }: Operation): Schema {
  return requestBody?.content?.['application/json']?.schema ?? {}
}
function propertiesOf(schema: Schema): Record<string, Schema> {
  return (schema.properties ?? {}) as Record<string, Schema>
}

/** What must be given; where nothing must, the first that is no id: a change of nothing would change nothing for anybody. */
function sampleOf(schema: Schema): Record<string, unknown> {
  const properties = Object.entries(propertiesOf(schema)).filter(([name]) => !IS_ID.test(name))
  const required = (schema.required ?? []) as string[]
  const ofOccurrence = properties.some(([name]) => name === 'occurrence') ? ['occurrence', 'scheduledTime'] : []
  const wanted = properties.filter(([name]) => [...required, ...ofOccurrence].includes(name))
  const given = wanted.length > 0 ? wanted : properties.slice(0, 1)
  return Object.fromEntries(given.map(([name, each]) => [name, acceptedValue(name, each)]))
}

function acceptedValue(name: string, schema: Schema): unknown {
  const alternatives = (schema.anyOf ?? []) as Schema[]
  if (Array.isArray(schema.enum)) return schema.enum.at(-1)
  if (name === 'phoneNumber') return '0491 570 157'
  if (name === 'scheduledTime') return AN_ACCEPTED_TIME
  if (name === 'occurrence') return AN_OCCURRENCE
  if (name === 'timeOfDay') return '14:00'
  if (name === 'from' || name === 'until') return '2026-03-20'
  if (name === 'password') return A_PASSWORD
  if (name === 'timezone') return 'Australia/Perth'
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'array') return []
  if (schema.type === 'object') return sampleOf(schema)
  if (schema.type === 'string' || alternatives.some(({ type }) => type === 'string')) return 'Somebody Else'
  throw new Error(`Nobody has said what an accepted ${name} is: ${JSON.stringify(schema)}`)
}
