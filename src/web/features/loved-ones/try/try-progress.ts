import type { CallDetails } from '#contract/calls/call-details.ts'

/** How far a rehearsal has come. */
export const TRY_STEPS = ['ringing', 'answered', 'asked', 'pressed'] as const
export type TryStep = (typeof TRY_STEPS)[number]

/** Whether somebody answered with a key or in words. */
export function hasAnsweredUs({ attempts, timeline }: Pick<CallDetails, 'attempts' | 'timeline'>): boolean {
  return (attempts.at(-1)?.keys ?? '') !== '' || timeline.some(({ kind }) => kind === 'heard')
}

/** Whether 1, the yes to the first question, was pressed: known before the loved one's consent is asked for again. */
export function hasPressedYes({ attempts }: Pick<CallDetails, 'attempts'>): boolean {
  return attempts.at(-1)?.keys.includes('1') ?? false
}

/** The last step that has been reached; null before the phone rings. */
export function tryStep({ attempts, timeline }: Pick<CallDetails, 'attempts' | 'timeline'>): TryStep | null {
  const attempt = attempts.at(-1)
  if (!attempt) return null
  if (attempt.answeredAt === null) return 'ringing'
  if (attempt.keys !== '') return 'pressed'
  return timeline.some(({ kind }) => kind === 'said') ? 'asked' : 'answered'
}
