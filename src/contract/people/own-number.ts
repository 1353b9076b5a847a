import { z } from 'zod'

/** Where the contact card is: outside of /api, so that a text message can carry it. Anybody may fetch it. */
export const CONTACT_CARD_PATH = '/cooee.vcf'

/** Whose number is asked for; left out, that of the account's first loved one. */
export const ownNumberQueryString = z.object({ lovedOneId: z.coerce.number().int().positive().optional() })

/** The number that a loved one is rung from, to be saved on the phones of everybody it may reach. */
export const ownNumberSchema = z.object({
  /** E.164. */
  number: z.string(),
  /** As people write it: "+61 412 345 678". */
  display: z.string(),
  /** The whole address of its contact card. */
  vcardUrl: z.string(),
})
export type OwnNumber = z.infer<typeof ownNumberSchema>
