/** What Try it together can find. */
export const TRY_FINDINGS = ['person', 'declined', 'machine', 'screening', 'no_answer', 'busy', 'not_placed'] as const
export type TryFinding = (typeof TRY_FINDINGS)[number]
