import type { AlertReply } from '#core/escalation/reply.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import {
  type AnswerResult,
  answerIncident,
  NOTED_ANSWERS,
  noteAnsweredAlert,
} from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Applies what somebody who was alerted says by ringing or writing, and notes it with the last alert of the same kind. */
export async function answerAlert(
  deps: CareDeps,
  trx: Trx,
  {
    incidentId,
    incidentPersonId,
    answer,
    sentAt,
    heardAt,
    by,
  }: {
    incidentId: number
    incidentPersonId: number
    answer: AlertReply
    sentAt?: Date | undefined
    heardAt?: Date | undefined
    by: 'call' | 'sms'
  },
): Promise<AnswerResult> {
  const result = await answerIncident(deps.incidents, trx, { incidentId, incidentPersonId, answer, sentAt, heardAt })
  const noted = NOTED_ANSWERS[result.kind]
  if (noted === null) return result
  await noteAnsweredAlert(trx, { incidentPersonId, answer: noted, by }, deps.clock.now())
  return result
}
