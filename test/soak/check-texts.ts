import type { Evidence } from './evidence.ts'

// Calls that ask by text, judged by the same promise: in time, once for each try, and a reply counts.

/** How long a request may travel after the last instant at which it may begin. */
const REQUEST_MS = 30_000
const SHORTEST_WAIT_MS = 15 * 60_000
const CANCELLED = /^(Cancelled|Your calls are suspended)| is away, so we didn't try again\.$/
const WELL = /^(ok|done|i'm fine)/i

/** Somebody who cannot hear is not rung for a call that asks by text. */
export function whoIsAskedByTextIsNotRung({ rings, attempts, calls }: Evidence): string[] {
  const byText = new Set(calls.filter(({ asksBy }) => asksBy === 'text').map(({ id }) => id))
  const tries = new Map(attempts.map(({ id, callId }) => [id, callId]))
  return rings.flatMap(({ subject, to, at: rungAt }) =>
    'attemptId' in subject && byText.has(tries.get(subject.attemptId) ?? 0)
      ? [`Rung, and asked by text: ${to} at ${at(rungAt)}`]
      : [],
  )
}

/** The questions of each call that the provider has taken, in their order. */
function questionsOf({ texts, attempts, calls }: Evidence) {
  const callById = new Map(calls.map((call) => [call.id, call]))
  return attempts.flatMap((attempt) => {
    const call = callById.get(attempt.callId)
    const taken = texts.filter(({ messageId }) => attempt.messageId !== null && messageId === attempt.messageId)
    return call ? taken.map((text) => ({ text, attempt, call })) : []
  })
}

/** No question leaves before its time or after its grace period, and the next one leaves its reply time to come. */
export function textsAskInTime(evidence: Evidence): string[] {
  const { clockErrorMs } = evidence
  const asked = questionsOf(evidence)
  return asked.flatMap(({ text, attempt, call }) => {
    const what = `call ${call.id}, attempt ${attempt.attemptNumber}, at ${at(text.at)}`
    const broken: string[] = []
    if (text.at < call.scheduledFor.getTime() - clockErrorMs) broken.push(`Texted too early: ${what}`)
    if (text.at > attempt.dialBy.getTime() + clockErrorMs + REQUEST_MS) broken.push(`Texted too late: ${what}`)
    const before = asked.findLast((one) => one.call.id === call.id && one.attempt.id < attempt.id)
    // A text that was lost is repeated sooner, and so is a reminder after "not yet", which is a reply.
    const isSilence = evidence.attempts.some(({ id, outcome }) => id === before?.attempt.id && outcome === 'no_answer')
    if (before && isSilence && text.at - before.text.at < SHORTEST_WAIT_MS - clockErrorMs - REQUEST_MS)
      broken.push(`Texted again too soon: ${what}`)
    return broken
  })
}

/** Who replies that all is well while a reply is awaited has answered the call. */
export function aReplyCounts(evidence: Evidence): string[] {
  const { written, calls, removed } = evidence
  const gone = new Set(removed.map(({ lovedOneId }) => lovedOneId))
  return questionsOf(evidence).flatMap(({ text, call }) => {
    const now = calls.find(({ id }) => id === call.id)
    if (!now || now.status === 'completed' || gone.has(now.lovedOneId) || CANCELLED.test(now.reason ?? '')) return []
    if (call.callType === 'medication_reminder') return []
    const first = written.find(({ from, at: writtenAt }) => from === text.to && writtenAt > text.at)
    if (!first || !WELL.test(first.text) || first.at - text.at > SHORTEST_WAIT_MS - REQUEST_MS) return []
    return [`Replied at ${at(first.at)}, but call ${call.id} is ${now.status}`]
  })
}

const at = (instant: Date | number): string => new Date(instant).toISOString()
