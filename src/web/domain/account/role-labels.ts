import type { MemberRole } from '#contract/accounts/rights.ts'

/** What a member is, in a word. */
export const ROLE_LABELS: Record<MemberRole, string> = { owner: 'Owner', carer: 'Carer', viewer: 'Viewer' }

/** The same with what it means, as somebody who does not know Cooee reads it. */
export const ROLE_MEANINGS: Record<Exclude<MemberRole, 'owner'>, string> = {
  carer: 'Can see and change loved ones, calls and contacts.',
  viewer: 'Can see how the calls went, and help when one goes unanswered.',
}
