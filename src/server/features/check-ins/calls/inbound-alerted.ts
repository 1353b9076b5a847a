import type { Heard } from '#core/call-script/answer.ts'
import { goodbyeScript } from '#core/call-script/call-back-script.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import {
  type AlertCallSubject,
  type AlertOutcome,
  alertReply,
  askedSinceScript,
  askForKeyScript,
  understoodAlertAnswer,
} from '#core/escalation/scripts/alert-script.ts'
import { alertedCallerScript } from '#core/escalation/scripts/call-back-script.ts'
import { nameAmong } from '#core/escalation/who-is-meant.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { headlineNow, KEY_ANSWERS, noteInformed, ownedUntilInWords } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { answerAlert } from '../texts/answer-alert.ts'
import { type Alerted, personOf } from '../who-is-it.ts'
import type { InboundCall } from './inbound-call-state.ts'

/** Reads the incident out to somebody alerted of it who rings back, and remembers it. `among`: all that they were alerted of. */
export async function readOut(
  deps: CareDeps,
  trx: Trx,
  call: InboundCall,
  { alerted, among }: { alerted: Alerted; among: readonly Alerted[] },
): Promise<readonly ScriptPart[]> {
  call.incidentId = alerted.incidentId
  call.incidentPersonId = alerted.incidentPersonId
  await noteInformed(trx, alerted.incidentPersonId, deps.clock.now())
  const isOwned = alerted.status === 'owned'
  const isOwner = isOwned && alerted.ownerId === alerted.incidentPersonId
  const { personName } = alerted
  const headline = await headlineNow(deps.incidents, trx, alerted.incidentId)
  const person = personOf(alerted)
  const hasNamesake = nameAmong(person, among.map(personOf)) !== person.name
  const askedBy = hasNamesake ? person.askedBy : null
  const ownerName = isOwned && !isOwner ? (alerted.ownerName ?? 'Someone') : null
  return alertedCallerScript(
    { personName, name: alerted.name, headline: headline ?? alerted.headline, askedBy, isOwner, ownerName },
    'incident',
  )
}

/**
 * Takes their answer. As in an alert call only a key takes the incident on or ends it; a plain spoken "no" declines.
 */
export async function handleAlertedCaller(
  deps: CareDeps,
  trx: Trx,
  { incidentId, incidentPersonId, receivedAt }: InboundCall,
  heard: Heard,
  { isRetry }: { isRetry: boolean },
): Promise<readonly ScriptPart[]> {
  const subject =
    incidentId === null || incidentPersonId === null ? undefined : await subjectOf(trx, incidentId, incidentPersonId)
  if (incidentId === null || incidentPersonId === null || !subject)
    return goodbyeScript('We have already closed this. Thank you.')
  const understood = understoodAlertAnswer(heard)
  if (understood === null || understood === 'needs_key') {
    return isRetry ? goodbyeScript('I did not hear an answer.') : askForKeyScript(subject, 'incident retry', understood)
  }
  const result = await answerAlert(deps, trx, {
    incidentId,
    incidentPersonId,
    answer: KEY_ANSWERS[understood],
    heardAt: receivedAt,
    by: 'call',
  })
  if (result.kind === 'gone') return goodbyeScript('We have already closed this. Thank you.')
  if (result.kind === 'asked_since' && !isRetry) return askedSinceScript(subject, 'incident retry', result.headline)
  const outcome: AlertOutcome =
    result.kind === 'took' ? { ...result, until: await ownedUntilInWords(trx, incidentId) } : result
  return alertReply(subject, heard, outcome)
}

async function subjectOf(
  trx: Trx,
  incidentId: number,
  incidentPersonId: number,
): Promise<AlertCallSubject | undefined> {
  const row = await trx
    .selectFrom('incidents')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .select(['incidents.headline', 'lovedOnes.name', 'lovedOnes.phoneNumber as phone'])
    .select('incidentPeople.name as personName')
    .where('incidents.id', '=', incidentId)
    .where('incidentPeople.id', '=', incidentPersonId)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      name: sentNameOr(row.name),
      personName: sentNameOr(row.personName),
      askedBy: null,
      purpose: 'alert',
    }
  )
}
