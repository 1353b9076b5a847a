import { MAX_NOT_YET } from '#core/call-policy/next-step.ts'
import type { SpokenSubject } from '#core/conversation/spoken-subject.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { localDayOf } from '#core/recurrence/wall-clock.ts'
import type { OpenAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'

/** What is needed to speak in the call of an attempt, the hour being that on the loved one's wall. */
export function spokenSubjectOf(
  { sealing, clock }: Pick<CareDeps, 'sealing' | 'clock'>,
  attempt: OpenAttempt,
): SpokenSubject {
  const { callType, name, preferredName, isRecorded, timezone } = attempt
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
  return {
    callType,
    name: sentNameOr(name),
    preferredName,
    askedBy: sentFullName(attempt),
    hour: now.toZonedDateTimeISO(timezone).hour,
    isDaily: attempt.recurrencePattern === 'daily',
    isRecorded,
    reminderText: reminderTextOf(sealing, attempt),
    catchUp: catchUpOf(attempt, clock.now()),
    isCalledAgain: attempt.cancelledAt === null && attempt.notYetCount + 1 < MAX_NOT_YET,
  }
}

function catchUpOf({ catchUpFor, timezone }: OpenAttempt, now: Date): 'today' | 'earlier' | null {
  if (catchUpFor === null) return null
  return catchUpFor >= localDayOf(now, timezone).start ? 'today' : 'earlier'
}

/** Null where there is none, where the call is no reminder, and where it cannot be opened: the plain reminder is said then. */
function reminderTextOf(sealing: CareDeps['sealing'], attempt: OpenAttempt): string | null {
  const { callType, reminderText, reminderTextSealedWith, lovedOneId } = attempt
  if (callType !== 'medication_reminder' || reminderText === null) return null
  const stored = { value: reminderText, sealedWith: reminderTextSealedWith }
  const opened = sealing.openText('loved_ones.reminder_text', { id: lovedOneId }, stored)
  return opened.kind === 'opened' ? opened.content : null
}
