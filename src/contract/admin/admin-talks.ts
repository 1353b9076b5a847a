import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'

const useSchema = {
  talks: z.number().int(),
  minutes: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
}

/** Talks of this Cooee, for its admins. Counted by months of UTC. */
export const adminTalksSchema = z.object({
  /** Whether a model is configured. */
  isSetUp: z.boolean(),
  /** Since when an admin has switched all talks off; null: they may be held. */
  offAt: instant.nullable(),
  minutesPerMonth: z.number().int(),
  underWay: z.number().int(),
  month: z.object(useSchema),
  /** Accounts with talks this month, or that are blocked; the most minutes first, at most 100. */
  accounts: z.array(z.object({ id, name: z.string(), blockedAt: instant.nullable(), ...useSchema })),
})
export type AdminTalks = z.infer<typeof adminTalksSchema>

export const talkSwitchAnswer = z.object({ offAt: instant.nullable() })
export const talkBlockAnswer = z.object({ blockedAt: instant.nullable() })
