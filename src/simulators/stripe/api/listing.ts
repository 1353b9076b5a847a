import type { List } from '../records/wire.ts'
import type { Params } from './params.ts'

const DEFAULT_LIMIT = 10
const LARGEST_LIMIT = 100

/** How many entries a list request asks for. Read it before `params.finish()`. */
export function readLimit(params: Params): number {
  return Math.min(params.integer('limit', { min: 1 }) ?? DEFAULT_LIMIT, LARGEST_LIMIT)
}

/** The first page, newest first. There are no further pages: Cooee reads one. */
export function newestFirst<T>(oldestFirst: readonly T[], url: string, limit: number): List<T> {
  const items = oldestFirst.toReversed()
  return { object: 'list', data: items.slice(0, limit), has_more: items.length > limit, url }
}

/** A list that is part of a resource: all of it, in its own order. */
export function wholeList<T>(data: T[], url: string): List<T> {
  return { object: 'list', data, has_more: false, url }
}
