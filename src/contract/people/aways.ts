import { z } from 'zod'
import { id, instant, localDate, optionalText } from '#contract/wire.ts'
import { AWAY_REASONS } from '#core/away/away-period.ts'

/**
 * `from` and `until`: whole days on the loved one's clock, the first and the last one without calls. `from` left out:
 * today.
 */
export const startAwayBody = z.object({
  // Required; refused where the loved one is known, since nothing is said about one who is somebody else's.
  until: localDate.optional(),
  from: localDate.optional(),
  reason: z.enum(AWAY_REASONS, 'Please select a reason').default('other'),
  note: optionalText({ max: 500, multiline: true }),
})
export type StartAwayBody = z.infer<typeof startAwayBody>

/** What became of a time away for everybody: who has one already keeps it, and the days around it are filled. */
export const everyoneAwaySchema = z.object({
  /** For how many loved ones days were set. */
  setFor: z.number().int(),
  leftAsIs: z.array(z.object({ lovedOneId: id, lovedOneName: z.string(), from: z.string(), until: z.string() })),
})
export type EveryoneAway = z.infer<typeof everyoneAwaySchema>

/** Changes what is given, and leaves the rest. */
export const editAwayBody = z.object({
  reason: z.enum(AWAY_REASONS, 'Please select a reason').optional(),
  from: localDate.optional(),
  until: localDate.optional(),
  note: optionalText({ max: 500, multiline: true }),
})
export type EditAwayBody = z.infer<typeof editAwayBody>

export const awaySchema = z.object({
  id,
  lovedOneId: id,
  lovedOneName: z.string(),
  /** The loved one's zone, by whose clock the days go. */
  timezone: z.string(),
  from: z.string(),
  until: z.string(),
  startsAt: instant,
  endsAt: instant,
  reason: z.enum(AWAY_REASONS),
  note: z.string().nullable(),
  /** Whether it has begun. */
  isNow: z.boolean(),
  /** The first call after it; null while none is scheduled. */
  callsStartAgainAt: instant.nullable(),
})
export type Away = z.infer<typeof awaySchema>
