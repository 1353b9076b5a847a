import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'
import { CONSENT_STATES, CONSENT_SUBJECTS, CONSENT_WAYS, type ConsentSubject } from '#core/consent/consent.ts'
import { TRY_FINDINGS } from '#core/consent/try-findings.ts'

const consentSchema = z.object({
  state: z.enum(CONSENT_STATES),
  since: instant.nullable(),
  how: z.enum(CONSENT_WAYS).nullable(),
})

/** What a loved one has decided, as it stands. */
export const consentsSchema = z.object({
  calls: consentSchema,
  recording: consentSchema,
  words: consentSchema,
  conversation: consentSchema,
})
export type ConsentsOnWire = z.infer<typeof consentsSchema>

/** One row of the ledger, newest first. */
export const consentEntrySchema = z.object({
  id,
  subject: z.enum(CONSENT_SUBJECTS),
  state: z.enum(CONSENT_STATES),
  how: z.enum(CONSENT_WAYS),
  wording: z.string(),
  at: instant,
})
export type ConsentEntry = z.infer<typeof consentEntrySchema>

/** What an account holder may take back for somebody, on their word; calls are stopped by the phone itself. */
export type Withdrawable = Exclude<ConsentSubject, 'calls'>

/** `deletesExisting`: the recordings or words that there are go too. */
export const withdrawConsentBody = z.object({ deletesExisting: z.boolean().default(false) }).nullish()

/** What Try it together found; null while its call is under way. */
export const tryFinding = z.enum(TRY_FINDINGS)

/** The latest rehearsal to the number a loved one has now. `answered`: somebody picked up there, in a rehearsal or any other call. */
export const triedSchema = z.object({
  callId: id.nullable(),
  at: instant.nullable(),
  finding: tryFinding.nullable(),
  answered: z.boolean(),
})
