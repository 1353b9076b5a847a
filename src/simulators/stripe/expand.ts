import { invalidRequest } from './api-error.ts'

const DEEPEST = 4
// What may be expanded although nothing is there. Where something is, its id decides.
const REFERENCES = new Set(
  'customer default_payment_method default_price invoice latest_invoice payment_intent product setup_intent subscription'.split(
    ' ',
  ),
)

/** Where the things come from that an answer only names, or shows on request. */
export interface ExpansionSource {
  /** The resource with that id. */
  byId(id: string): unknown
  /** A property that is only there when it is asked for: a session's line items, an invoice's payments. */
  included(owner: Record<string, unknown>, property: string): unknown
}

/**
 * The answer with what `expand[]` asks for in full. Lists are passed through by `data`.
 * @throws ApiError for a path that leads nowhere
 */
export function expandAll(answer: unknown, paths: readonly string[], source: ExpansionSource): unknown {
  return paths.reduce((expanded, path) => {
    const segments = path.split('.')
    const depth = segments.filter((segment) => segment !== 'data').length
    if (depth > DEEPEST) throw invalidRequest('You cannot expand more than 4 levels of a property', 'expand')
    return expand(expanded, segments, path, source)
  }, answer)
}

function expand(value: unknown, [segment, ...rest]: string[], path: string, source: ExpansionSource): unknown {
  if (segment === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((item) => expand(item, [segment, ...rest], path, source))
  if (typeof value !== 'object') throw notExpandable(path)
  const owner: Record<string, unknown> = { ...value }
  const present = owner[segment] === undefined ? source.included(owner, segment) : owner[segment]
  if (present === undefined || (present === null && !REFERENCES.has(segment))) throw notExpandable(path)
  if (typeof present === 'string') {
    const resource = source.byId(present)
    if (segment === 'id' || resource === undefined) throw notExpandable(path)
    owner[segment] = expand(resource, rest, path, source)
  } else {
    owner[segment] = expand(present, rest, path, source)
  }
  return owner
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, 'expand')
}
