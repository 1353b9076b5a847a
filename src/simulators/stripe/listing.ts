import { missing } from './api-error.ts'
import type { Params } from './params.ts'
import type { List } from './wire.ts'

const DEFAULT_LIMIT = 10
const LARGEST_LIMIT = 100

/** What a list request asks for. Read it before `params.finish()`. */
export interface Paging {
  limit: number
  startingAfter: string | null
  endingBefore: string | null
}

export function readPaging(params: Params): Paging {
  return {
    limit: Math.min(params.integer('limit', { min: 1 }) ?? DEFAULT_LIMIT, LARGEST_LIMIT),
    startingAfter: params.text('starting_after') ?? null,
    endingBefore: params.text('ending_before') ?? null,
  }
}

/**
 * One page, newest first.
 * @param oldestFirst all that match
 * @throws ApiError when the cursor names nothing among them
 */
export function pageOf<T extends { id: string }>(
  oldestFirst: readonly T[],
  url: string,
  { limit, startingAfter, endingBefore }: Paging,
): List<T> {
  const items = oldestFirst.toReversed()
  const positionOf = (id: string, param: string) => {
    const position = items.findIndex((item) => item.id === id)
    if (position === -1) throw missing('object', id, param)
    return position
  }
  if (endingBefore !== null) {
    const end = positionOf(endingBefore, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url }
  }
  const start = startingAfter === null ? 0 : positionOf(startingAfter, 'starting_after') + 1
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url }
}

/** A list that is part of a resource: all of it, in its own order. */
export function wholeList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url }
}
