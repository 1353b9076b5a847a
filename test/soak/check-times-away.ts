import type { Evidence } from './evidence.ts'

/** How long a request may travel after the last instant at which it may begin. */
const REQUEST_MS = 60_000

type Period = Evidence['numbers'][number]['away'][number]

/** The times away of a loved one. */
function awaysOf({ numbers }: Evidence, lovedOneId: number): readonly Period[] {
  return numbers.find((known) => known.lovedOneId === lovedOneId)?.away ?? []
}

/** Whether somebody was away at some moment between two. */
export function mayHaveBeenAway(
  evidence: Evidence,
  lovedOneId: number,
  { from, to }: { from: number; to: number },
): boolean {
  return awaysOf(evidence, lovedOneId).some((away) => away.from <= to && away.to >= from)
}

/**
 * Nobody is rung for what was due in a time away, nor tried again for it in one; a call that was due before goes on to its
 * end. A time away begins with a whole day: "Call Now" may have rung before it was set, earlier on that day.
 */
export function whoIsAwayIsNotRung(evidence: Evidence): string[] {
  const { rings, attempts, calls, clockErrorMs } = evidence
  const play = clockErrorMs + REQUEST_MS
  return rings.flatMap((ring) => {
    const attempt = attempts.find(({ id }) => 'attemptId' in ring.subject && id === ring.subject.attemptId)
    const call = calls.find(({ id }) => id === attempt?.callId)
    if (!attempt || !call) return []
    const isRungAway = awaysOf(evidence, call.lovedOneId)
      .filter(({ setFrom }) => setFrom <= ring.requestedAt)
      .some(({ from, to }) => {
        const isIn = (at: number) => at >= from + play && at < to - play
        return isIn(call.scheduledFor.getTime()) && (attempt.attemptNumber === 1 || isIn(ring.requestedAt))
      })
    return isRungAway ? [`Rung while away: call ${call.id} at ${new Date(ring.requestedAt).toISOString()}`] : []
  })
}

/** A call is left for a time away only of somebody who was to be away at its time. */
export function onlyWhoIsAwayIsLeftOut(evidence: Evidence): string[] {
  return evidence.calls
    .filter(({ status }) => status === 'away')
    .filter(({ lovedOneId, scheduledFor }) => {
      const at = scheduledFor.getTime()
      return !mayHaveBeenAway(evidence, lovedOneId, { from: at, to: at })
    })
    .map(({ id }) => `Left for a time away that nobody set: call ${id}`)
}
