import { z } from 'zod'
import { id } from '#contract/wire.ts'
import { MEMBER_ROLES } from './rights.ts'

/** A circle as one of its members sees it. */
export const circleSchema = z.object({
  id,
  /** "Jane’s family". */
  name: z.string(),
  role: z.enum(MEMBER_ROLES),
})
export type Circle = z.infer<typeof circleSchema>
