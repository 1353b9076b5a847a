import { shortName } from '#core/escalation/texts/short-name.ts'

/** Why a call is not tried again, as a sentence. */
export const awayReason = (name: string): string => `${shortName(name)} is away, so we didn't try again.`
