import { z } from 'zod'
import { LONGEST_PAGE } from '#contract/page-limits.ts'
import { hasNoControls, idInText, pageLimit } from '#contract/wire.ts'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'

/** Clamped, never refused: 1 to 200. */
const listLimit = pageLimit(LONGEST_PAGE, LONGEST_PAGE)

/** What a list is searched for; nothing but blanks is no search. */
const searchText = z
  .string('Must be one text')
  .trim()
  .max(100, 'Must be at most 100 characters')
  .refine(hasNoControls, 'Must be without control characters')
  .transform((text) => text || undefined)
  .optional()

/** Loved ones in the order they were added; `after` continues after that id, whether or not it is still there. */
export const lovedOnesQueryString = z.object({
  limit: listLimit,
  after: idInText.optional(),
  search: searchText,
  service: z.enum(CALL_TYPES, 'Must be a call type').optional(),
})
export type LovedOnesQuery = z.infer<typeof lovedOnesQueryString>

const PLACE = /^(?:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z)_)?([1-9]\d{0,14})$/

/** Where a page of calls goes on: after this call, or after its moment, which stays when the call has gone or moved. */
export interface CallPlace {
  id: number
  at: Date | undefined
}

/** The id of a call, or what the header X-Next said: its moment and its id. */
const callPlaceInText = z
  .string('Must be an id, or what X-Next said')
  .regex(PLACE, 'Must be an id, or what X-Next said')
  .transform((text): CallPlace => {
    const [, at, id] = PLACE.exec(text) ?? []
    return { id: Number(id), at: at === undefined ? undefined : new Date(at) }
  })
  .refine(({ at }) => at === undefined || !Number.isNaN(at.getTime()), 'Must be an id, or what X-Next said')

/** Times away, soonest first. */
export const awaysQuery = z.object({ limit: listLimit, after: callPlaceInText.optional() })
export type AwaysQuery = z.infer<typeof awaysQuery>

/** Of the calls to come, and of the recurring ones. `search`: what the loved one's name holds. */
export const comingQuery = z.object({
  lovedOneId: idInText.optional(),
  limit: listLimit,
  after: callPlaceInText.optional(),
  search: searchText,
})
export type ComingQuery = z.infer<typeof comingQuery>
