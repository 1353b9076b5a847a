import type { FastifyReply } from 'fastify'

/** The header that names what `after` takes to go on; absent at the end of a list. */
const NEXT_HEADER = 'x-next'
/** What the API document says of a list in pages. */
export const IN_PAGES =
  'At most `limit` entries. The header X-Next names the `after` of what follows; without it, nothing does.'

/** The first `limit` of the entries read, one more than that. Where there is one more, X-Next says how to go on after the last. */
export function pageOf<Entry>(
  reply: FastifyReply,
  entries: readonly Entry[],
  limit: number,
  placeOf: (last: Entry) => string | number,
): Entry[] {
  const page = entries.slice(0, limit)
  const last = page.at(-1)
  if (last !== undefined && entries.length > limit) reply.header(NEXT_HEADER, String(placeOf(last)))
  return page
}
