/** The parameters of a list request. */
export type ListQuery = Readonly<Record<string, unknown>>

const DEFAULT_PAGE_SIZE = 50
const LARGEST_PAGE_SIZE = 1000

/**
 * The first page of a list, newest first, in the envelope of the 2010-04-01 API. There are no further pages: Cooee reads one.
 * @param items oldest first
 * @param name the key under which the page's resources stand
 */
export function presentPage<T>(
  items: readonly T[],
  { uri, query }: { uri: string; query: ListQuery },
  name: string,
  show: { matches(item: T): boolean; present(item: T): unknown },
): Record<string, unknown> {
  const size = Math.min(Number(query.PageSize) || DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE)
  const shown = items.filter(show.matches).slice(-size).reverse()
  return {
    [name]: shown.map((item) => show.present(item)),
    page: 0,
    page_size: size,
    start: 0,
    end: Math.max(0, shown.length - 1),
    uri,
    first_page_uri: uri,
    next_page_uri: null,
    previous_page_uri: null,
  }
}
