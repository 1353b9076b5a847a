import type { FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Never, Notified, PickUp } from './pick-up.ts'

/** What the product concluded of one call, and what it reported. */
export interface Concluded {
  status: FinalStatus
  outcomes: readonly (string | null)[]
  causes: readonly Notified[]
  /** Every mail and text about it. */
  notified: readonly string[]
}

/** Read from what is stored, not from what the call's code says of itself. */
export async function concludedFrom(db: Db, accountId: number, callId: number): Promise<Concluded> {
  const { status } = await db.selectFrom('calls').select('status').where('id', '=', callId).executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('attempts')
    .select('outcome')
    .where('callId', '=', callId)
    .orderBy('id')
    .execute()
  const incidents = await db.selectFrom('incidentCauses').select('cause').where('callId', '=', callId).execute()
  const messages = await db
    .selectFrom('messages')
    .select(['subject', 'text'])
    .where('accountId', '=', accountId)
    .execute()
  return {
    status: status as FinalStatus,
    outcomes: attempts.map(({ outcome }) => outcome),
    causes: incidents.map(({ cause }) => cause),
    notified: messages.map(({ subject, text }) => `${subject ?? ''} ${text}`),
  }
}

const ALARMING = /(?<!may have )asked for help|needs? help|wants? help/i
const ALARMING_PERHAPS = /may have asked for help/i
const WELL_OUTCOMES = ['acknowledged', 'not_yet']

/** What is wrong with it; empty where every conclusion is allowed and everything that must be reported was. */
export function faultsIn({ status, outcomes, causes, notified }: Concluded, pickUp: PickUp): string[] {
  const isAlarm = causes.includes('help') || notified.some((text) => ALARMING.test(text))
  const concluded: Record<Never, boolean> = {
    all_clear:
      (status === 'completed' && !isAlarm) || (!isAlarm && outcomes.some((outcome) => outcome === WELL_OUTCOMES[0])),
    alarm: isAlarm,
    uncertain_alarm: causes.includes('uncertain_help') || notified.some((text) => ALARMING_PERHAPS.test(text)),
  }
  const faults: string[] = pickUp.never.filter((never) => concluded[never]).map((never) => `concluded ${never}`)
  if (!pickUp.mayEndAs.includes(status)) faults.push(`ended as ${status}`)
  const mustBeNotified = status !== 'completed' || !pickUp.mayEndAs.includes('completed') || isPlea(pickUp)
  if (pickUp.mustNotify.length > 0 && mustBeNotified && !causes.some((cause) => pickUp.mustNotify.includes(cause))) {
    faults.push(`told ${causes.join(' and ') || 'nothing'}`)
  }
  if (pickUp.mustNotify.length === 0 && causes.length > 0) faults.push(`told ${causes.join(' and ')}`)
  if (causes.length > 0 && notified.length === 0) faults.push('nobody was written to')
  return faults
}

/** Whether something must be reported even of a completed call. */
function isPlea({ never }: PickUp): boolean {
  return !never.includes('alarm')
}
