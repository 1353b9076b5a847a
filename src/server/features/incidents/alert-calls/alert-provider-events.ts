import type { Heard } from '#core/call-script/answer.ts'
import { refusalOfferScript, refusedScript } from '#core/call-script/call-back-script.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { LOST_RING } from '#core/conversation/script/late-ring.ts'
import { causeInWords } from '#core/escalation/causes-in-words.ts'
import { replyText } from '#core/escalation/reply.ts'
import {
  type AlertCallSubject,
  type AlertKey,
  type AlertOutcome,
  alertNoLongerNeededScript,
  alertReply,
  alertScript,
  askedSinceScript,
  askForKeyScript,
  lateAlertScript,
  removedAlertScript,
  understoodAlertAnswer,
} from '#core/escalation/scripts/alert-script.ts'
import { machineWasHeard } from '#core/escalation/texts/withdrawn-text.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { isBareYes } from '#core/understanding/answers/bare-yes.ts'
import { isSpokenRefusal } from '#core/understanding/answers/is-spoken-refusal.ts'
import type { DialFacts, ProviderCall } from '#server/adapters/telephony/telephony.ts'
import { refusePhone } from '#server/features/contacts/public.ts'
import { cancelLater, isOtherProviderCall, linkDial, mayBeLostSince } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { answerIncident } from '../answers/answer-incident.ts'
import { KEY_ANSWERS, NOTED_ANSWERS } from '../answers/answers-noted.ts'
import { ownedUntilInWords } from '../answers/owned-until-in-words.ts'
import { causesOf, renderContext } from '../causes/incident-causes.ts'
import { headlineNow } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { stopRefusedAlerts } from '../people/stop-alerts-to.ts'
import {
  ESCALATING_STATUSES,
  type LockedAlertCall,
  lockAlertCall,
  lockReplacementOfAlertCall,
  spokenSubject,
} from './alert-state.ts'
import { concludeAlertCall } from './conclude-alert-call.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]
const NOT_HEARD: readonly ScriptPart[] = [{ kind: 'say', text: 'I did not hear an answer. Goodbye.' }, ...HANG_UP]
/** A question whose answer decided nothing is asked once more under this name. */
const ASKED_AGAIN = 'again'

/** Applies the provider events of alerts by phone. */
export function alertProviderEvents(deps: IncidentDeps): DialFacts {
  return {
    answered: (alertId, providerCallId, to) =>
      retryingTransaction(deps.db, (trx) => answered(deps, trx, alertId, { providerCallId, to })),
    heard: (alertId, step, heard, providerCallId, to) =>
      retryingTransaction(deps.db, (trx) =>
        hear(deps, trx, { alertId, step, heard, providerCallId: providerCallId ?? null, to }),
      ),
    progressed: (alertId, call) => progressed(deps, alertId, call),
  }
}

async function answered(
  deps: IncidentDeps,
  trx: Trx,
  alertId: number,
  { providerCallId, to }: { providerCallId: string; to: string | undefined },
): Promise<readonly ScriptPart[]> {
  const alert =
    (await lockAlertCall(trx, alertId)) ??
    (await lockReplacementOfAlertCall(trx, { providerCallId, to }, deps.clock.now()))
  if (!alert) return (await mayBeLostSince(trx, deps.clock.now())) ? LOST_RING : removedAlertScript()
  const isAnother = isOtherProviderCall(alert, providerCallId)
  // Nothing is asked in a second call for one alert, but a closing sentence is said.
  const wasGivenUp = isAnother || alert.state === 'ended'
  if (!wasGivenUp) await linkDial(deps, trx, { ...alert, id: alert.dialId }, providerCallId, { isAnswered: true })
  // Removed while the phone rang: they may not be told any more.
  if (alert.hasLeft) return removedAlertScript()
  const subject = spokenSubject(alert)
  const isAsked = alert.purpose !== 'withdrawn' && ESCALATING_STATUSES.includes(alert.status)
  if (isAsked && alert.answer === null) {
    const asked = { ...subject, headline: (await headlineNow(deps, trx, alert.incidentId)) ?? subject.headline }
    return wasGivenUp ? lateAlertScript(asked) : questionOf(alert, asked)
  }
  return alertNoLongerNeededScript(subject, await outcomeNow(trx, alert, deps.clock.now()))
}

/**
 * What is asked when the call is answered, or asks again at the same step: a question that was answered is asked under
 * another name.
 */
function questionOf({ stepsHeard }: LockedAlertCall, subject: AlertCallSubject): readonly ScriptPart[] {
  if (stepsHeard.length === 0) return alertScript(subject)
  return stepsHeard.includes(ASKED_AGAIN) ? NOT_HEARD : askForKeyScript(subject, ASKED_AGAIN, null)
}

interface AnswerInAlertCall {
  alertId: number
  /** The question it answers. */
  step: string
  heard: Heard
  /** The provider's id of the call; null where it names none. */
  providerCallId: string | null
  /** The phone that was rung, as the provider names it. */
  to?: string | undefined
}

/**
 * Takes an answer to the question `step`, in one transaction with what it does to the incident, and returns what
 * follows. A step is taken once; an answer that arrives again gets the same reply and changes nothing. A key that
 * arrives after its call was given up still counts.
 */
async function hear(
  deps: IncidentDeps,
  trx: Trx,
  { alertId: namedId, step, heard, providerCallId, to }: AnswerInAlertCall,
): Promise<readonly ScriptPart[]> {
  const alert =
    (await lockAlertCall(trx, namedId)) ??
    (await lockReplacementOfAlertCall(trx, { providerCallId, to }, deps.clock.now()))
  if (!alert) return (await mayBeLostSince(trx, deps.clock.now())) ? LOST_RING : removedAlertScript()
  if (isOtherProviderCall(alert, providerCallId)) return HANG_UP
  if (alert.hasLeft) return removedAlertScript()
  const { alertId } = alert
  const subject = spokenSubject(alert)
  const isNew = !alert.stepsHeard.includes(step)
  if (isNew) {
    await trx
      .updateTable('alertCalls')
      .set((eb) => ({ keys: eb('keys', '||', heard.keys), stepsHeard: [...alert.stepsHeard, step] }))
      .where('alertId', '=', alertId)
      .execute()
  }
  if (isRefusal(heard, step)) return handleRefusal(deps, trx, alert, { step, heard })
  const understood = understoodAlertAnswer(heard)
  if (understood === null || understood === 'needs_key') {
    if (step !== ASKED_AGAIN) return askForKeyScript(subject, ASKED_AGAIN, understood)
    return NOT_HEARD
  }
  if (!isNew) return alertReply(subject, heard, await outcomeNow(trx, alert, deps.clock.now()))
  const outcome = await apply(deps, trx, alert, understood)
  if (outcome?.kind === 'asked_since' && step !== ASKED_AGAIN)
    return askedSinceScript(subject, ASKED_AGAIN, outcome.headline)
  return outcome ? alertReply(subject, heard, outcome) : HANG_UP
}

/** After the first 9, or "stop calling me". */
const STOP = 'stop'

/** The key, or the same said aloud; a yes where that was asked. */
function isRefusal({ keys, speech }: Heard, step: string): boolean {
  const key = keys.trim().at(-1)
  if (key !== undefined) return key === '9'
  return isSpokenRefusal(speech) || (step === STOP && isBareYes(speech))
}

/** Once confirmed: the phone is not rung any more, and its person is not asked about this again. */
async function handleRefusal(
  deps: IncidentDeps,
  trx: Trx,
  alert: LockedAlertCall,
  { step, heard }: { step: string; heard: Heard },
): Promise<readonly ScriptPart[]> {
  if (step !== STOP) return refusalOfferScript(heard, STOP)
  await refusePhone(deps, trx, { phoneNumber: alert.phoneNumber, calls: true, texts: false, how: 'key' })
  await apply(deps, trx, alert, 'decline')
  return refusedScript(heard)
}

/** Null when the incident was removed with its loved one. */
async function apply(
  deps: IncidentDeps,
  trx: Trx,
  alert: LockedAlertCall,
  understood: AlertKey,
): Promise<AlertOutcome | null> {
  const { alertId, incidentId, incidentPersonId } = alert
  const result = await answerIncident(deps, trx, {
    ...{ incidentId, incidentPersonId, heardAt: alert.answeredAt ?? undefined },
    answer: KEY_ANSWERS[understood],
  })
  const answer = NOTED_ANSWERS[result.kind]
  if (answer) {
    await trx.updateTable('alerts').set({ answer, answeredAt: deps.clock.now() }).where('id', '=', alertId).execute()
    await trx.updateTable('alertCalls').set({ outcome: answer }).where('alertId', '=', alertId).execute()
  }
  if (result.kind === 'over' && alert.withdrawnAt !== null) return { kind: 'withdrawn', how: alert.endedHow ?? '' }
  if (result.kind === 'gone') return null
  if (result.kind !== 'took') return result
  const outcome = await took(trx, alert)
  if (alert.state === 'ended') await notifyOfLateAnswer(deps, trx, alert, outcome.until)
  return outcome
}

async function took(trx: Trx, { incidentId }: LockedAlertCall) {
  return { kind: 'took', until: await ownedUntilInWords(trx, incidentId) } as const
}

/**
 * The key counted after its call had ended, when the database was back. They heard that we could not go on, and everybody else
 * is notified that they are checking.
 */
async function notifyOfLateAnswer(deps: IncidentDeps, trx: Trx, alert: LockedAlertCall, until: string): Promise<void> {
  const { accountId, alertId, phoneNumber, phone } = alert
  const outcome = { kind: 'took', minutes: null, phone: displayPhone(phone), until } as const
  await deps.enqueueNotice(trx, {
    ...{ accountId, channel: 'sms', recipient: phoneNumber, subject: null },
    text: replyText(sentNameOr(alert.name), outcome),
    dedupeKey: `late-answer:${alertId}`,
  })
}

/** The state of the incident for a person who has nothing to decide any more, or has decided before. */
async function outcomeNow(trx: Trx, alert: LockedAlertCall, now: Date): Promise<AlertOutcome> {
  // The incident may have started again since, as a call that nobody answered: that is reported by itself.
  if (alert.purpose === 'withdrawn') {
    const how = alert.withdrawnAt === null ? machineWasHeard(alert.name, { keepsTrying: false }) : alert.endedHow
    const isOpen = alert.withdrawnAt === null && alert.status !== 'resolved'
    const stillOpen = isOpen ? alert.headline : null
    return { kind: 'withdrawn', how: how ?? '', stillOpen, ...(await lastWithdrawn(trx, alert, now)) }
  }
  if (alert.status === 'owned' && alert.ownerId !== alert.incidentPersonId) {
    const owner = await trx
      .selectFrom('incidentPeople')
      .select('name')
      .where('id', '=', alert.ownerId)
      .executeTakeFirst()
    return { kind: 'owned', ownerName: sentNameOr(owner?.name ?? '') }
  }
  if (alert.status === 'owned') return took(trx, alert)
  if (alert.withdrawnAt !== null) return { kind: 'withdrawn', how: alert.endedHow ?? '' }
  if (alert.answer === 'ok') return { kind: 'resolved' }
  if (alert.status === 'resolved') return { kind: 'over', how: alert.endedHow ?? '' }
  return { kind: 'declined', ownerName: null }
}

/** What they were told and is withdrawn: the headline of the incident is about what is still open. */
async function lastWithdrawn(
  trx: Trx,
  { incidentId, name, timezone }: LockedAlertCall,
  now: Date,
): Promise<{ headline?: string }> {
  const withdrawn = (await causesOf(trx, incidentId)).filter(({ withdrawnAt }) => withdrawnAt !== null)
  const last = withdrawn.toSorted((one, other) => Number(one.withdrawnAt) - Number(other.withdrawnAt)).at(-1)
  const context = renderContext({ name, timezone, readerTimezone: timezone }, now)
  return last ? { headline: causeInWords(last, context) } : {}
}

async function progressed(deps: IncidentDeps, alertId: number, call: ProviderCall): Promise<void> {
  const { endedStatus, providerCallId, durationSeconds } = call
  if (endedStatus !== null) {
    return concludeAlertCall(deps, alertId, {
      kind: 'ended',
      endedStatus,
      providerCallId,
      durationSeconds,
      to: call.to,
    })
  }
  const linked = await retryingTransaction(deps.db, async (trx) => {
    const now = deps.clock.now()
    const alert = (await lockAlertCall(trx, alertId)) ?? (await lockReplacementOfAlertCall(trx, call, now))
    // Removed with its loved one while it was queued: the number is not known any more.
    if (!alert) return void (await cancelLater(trx, { providerCallId, phoneNumber: '' }, now))
    if (isOtherProviderCall(alert, providerCallId)) return
    // Given up before anything was known about it.
    if (alert.state === 'ended' && alert.providerCallId === null)
      return void (await cancelLater(trx, { ...alert, providerCallId }, now))
    if (alert.state === 'ended') return
    await linkDial(deps, trx, { ...alert, id: alert.dialId }, providerCallId)
    return alert
  })
  // The answer to its dial may have been lost, and the phone may have refused calls since.
  if (linked?.providerCallId === null) await stopRefusedAlerts(deps, linked.phoneNumber)
}
