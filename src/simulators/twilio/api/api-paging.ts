/** The parameters of a list request. */
export type ListQuery = Readonly<Record<string, unknown>>

const DEFAULT_PAGE_SIZE = 50
const LARGEST_PAGE_SIZE = 1000

/**
 * One page of a list, newest first, in the envelope of the 2010-04-01 API. Its token names the last item of the page before, so
 * that what is new meanwhile moves nothing.
 * @param items oldest first
 * @param name the key under which the page's resources stand
 */
export function presentPage<T extends { sid: string }>(
  items: readonly T[],
  { uri, query }: { uri: string; query: ListQuery },
  name: string,
  show: { matches(item: T): boolean; present(item: T): unknown },
): Record<string, unknown> {
  const size = Math.min(Number(query.PageSize) || DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE)
  const newestFirst = items.filter(show.matches).reverse()
  const before = typeof query.PageToken === 'string' ? query.PageToken.replace(/^PA/, '') : null
  const start = before === null ? 0 : newestFirst.findIndex(({ sid }) => sid === before) + 1
  const shown = newestFirst.slice(start, start + size)
  const last = shown.at(-1)
  const page = Number(query.Page) || 0
  return {
    [name]: shown.map((item) => show.present(item)),
    page,
    page_size: size,
    start,
    end: Math.max(start, start + shown.length - 1),
    uri,
    first_page_uri: uri,
    next_page_uri: last && start + size < newestFirst.length ? nextPage(uri, query, page, last.sid) : null,
    previous_page_uri: null,
  }
}

function nextPage(uri: string, query: ListQuery, page: number, lastSid: string): string {
  const same = Object.entries(query).map(([name, value]) => [name, String(value)])
  const next = { ...Object.fromEntries(same), Page: String(page + 1), PageToken: `PA${lastSid}` }
  return `${uri}?${new URLSearchParams(next)}`
}
