import { ApiError } from './api-error.ts'

const DEFAULT_PAGE_SIZE = 50
const LARGEST_PAGE_SIZE = 1000
const TOKEN_PREFIX = 'PA'

/**
 * One page of a list, newest first, in the envelope of the 2010-04-01 API. The token in `next_page_uri` names the last
 * resource shown, so that what is made meanwhile neither repeats nor hides anything.
 * @param items oldest first
 * @param name the key under which the page's resources stand
 */
export function presentPage<T extends { readonly sid: string }>(
  items: readonly T[],
  request: { uri: string; query: Readonly<Record<string, unknown>> },
  name: string,
  show: { matches(item: T): boolean; present(item: T): unknown },
): Record<string, unknown> {
  const { uri, query } = request
  const pageSize = readPageSize(query.PageSize)
  const page = Number(query.Page ?? 0) || 0
  let position = startPosition(items, query.PageToken)
  const shown: T[] = []
  let more = false
  for (; position >= 0; position -= 1) {
    const item = items[position]
    if (!item || !show.matches(item)) continue
    more = shown.length === pageSize
    if (more) break
    shown.push(item)
  }
  const pageUri = (number: number, token: string | null) => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) {
      if (!['PageSize', 'Page', 'PageToken'].includes(key)) params.set(key, String(value))
    }
    params.set('PageSize', String(pageSize))
    params.set('Page', String(number))
    if (token !== null) params.set('PageToken', token)
    return `${uri}?${params}`
  }
  const token = typeof query.PageToken === 'string' ? query.PageToken : null
  const last = shown.at(-1)
  return {
    [name]: shown.map((item) => show.present(item)),
    page,
    page_size: pageSize,
    start: page * pageSize,
    end: page * pageSize + Math.max(0, shown.length - 1),
    uri: pageUri(page, token),
    first_page_uri: pageUri(0, null),
    next_page_uri: more && last ? pageUri(page + 1, TOKEN_PREFIX + last.sid) : null,
    previous_page_uri: page > 0 ? pageUri(page - 1, null) : null,
  }
}

function startPosition<T extends { readonly sid: string }>(items: readonly T[], token: unknown): number {
  if (typeof token !== 'string' || token === '') return items.length - 1
  const position = items.findLastIndex((item) => TOKEN_PREFIX + item.sid === token)
  if (position === -1) throw new ApiError('invalidParameter', 'PageToken is not valid')
  return position - 1
}

function readPageSize(value: unknown): number {
  if (value === undefined || value === '') return DEFAULT_PAGE_SIZE
  const size = Number(value)
  if (!Number.isInteger(size) || size < 1) throw new ApiError('invalidParameter', 'PageSize must be a whole number')
  return Math.min(size, LARGEST_PAGE_SIZE)
}
