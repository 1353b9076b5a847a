import type { Heard } from '#core/call-script/answer.ts'
import {
  goodbyeScript,
  refusalOfferScript,
  refusedScript,
  refusingCallerScript,
  ringsAgain,
} from '#core/call-script/call-back-script.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { Wording } from '#core/languages/wording.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { acceptPhone, refusePhone } from '#server/features/contacts/public.ts'
import { isToBeNotified } from '#server/features/incidents/public.ts'
import { declinedNumbers, hasDeclined, refusalOf } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { commonWording, findAlerted, type Household, lovedOnesOf } from '../who-is-it.ts'
import type { InboundCall } from './inbound-call-state.ts'

const REFUSAL_KEY = '9'
/** Precedes the name of the question at which 9 was pressed. */
const STOP = 'stop '
/** The question to a caller whose phone refuses calls. */
export const LIFT = 'lift'

/** What key 9 led to in a call to Cooee's number; null when it was not pressed. */
export interface RefusedInCall {
  script: readonly ScriptPart[]
  /** The phone that refuses calls now; null after the first 9. */
  refusedBy: string | null
}

/** Key 9 at any question: the first gets an explanation of the second, the second ends all calls to this phone. */
export async function handleRefusal(
  deps: CareDeps,
  trx: Trx,
  { phoneNumber }: InboundCall,
  { step, heard, wording }: { step: string; heard: Heard; wording: Wording },
): Promise<RefusedInCall | null> {
  // Of several keys the one for help counts more.
  const isNine = heard.keys.trim().endsWith(REFUSAL_KEY) && !/[02]/.test(heard.keys)
  // A withheld number cannot be stored.
  if (!isNine || phoneNumber === null) return null
  if (!step.startsWith(STOP)) return { script: refusalOfferScript(heard, `${STOP}${step}`, wording), refusedBy: null }
  await refusePhone(deps, trx, { phoneNumber, calls: true, texts: false, how: 'ring' })
  return { script: refusedScript(heard, wording), refusedBy: phoneNumber }
}

/** The question that an answer belongs to: any key other than 9 after the offer answers the question before it. */
export const questionBefore = (step: string): string => (step.startsWith(STOP) ? step.slice(STOP.length) : step)

/**
 * What a phone that refuses calls hears first; null for every other, and while it is being notified of an incident:
 * the incident counts more. Help can be requested from a phone of `households`.
 */
export async function refusingCaller(
  deps: CareDeps,
  trx: Trx,
  { phoneNumber }: InboundCall,
  households: readonly Household[],
): Promise<readonly ScriptPart[] | null> {
  if (phoneNumber === null || !(await refusesCalls(deps, trx, phoneNumber, households))) return null
  if (await hasOpenAlert(deps, trx, phoneNumber, households)) return null
  return refusingCallerScript(LIFT, households.length > 0, commonWording(households))
}

/**
 * Whether the phone refuses calls, of all accounts that would ring it. A decline counts for its own account: where
 * another one rings the phone, the caller may be ringing back for that one, and pressing 1 must not undo the decline.
 */
async function refusesCalls(
  deps: CareDeps,
  trx: Trx,
  phoneNumber: string,
  households: readonly Household[],
): Promise<boolean> {
  if ((await refusalOf(deps, trx, phoneNumber))?.callsSince) return true
  // Nobody rings it now; somebody who is added again could otherwise not take the decline back before.
  if (households.length === 0) return hasDeclined(deps, trx, phoneNumber)
  const accountIds = new Set(lovedOnesIn(households).map(({ accountId }) => accountId))
  const wanted = [...accountIds].map((accountId) => ({ accountId, phoneNumber }))
  return (await declinedNumbers(deps, trx, wanted)).length === wanted.length
}

/** Whether the phone is being notified of an open incident about somebody other than the people whose number it is. */
async function hasOpenAlert(
  deps: CareDeps,
  trx: Trx,
  phoneNumber: string,
  households: readonly Household[],
): Promise<boolean> {
  const exceptLovedOnes = lovedOnesIn(households).map(({ id }) => id)
  const alerted = await findAlerted(trx, phoneNumber, { now: deps.clock.now(), exceptLovedOnes })
  for (const { incidentId: id, lovedOneId, nextAt, role } of alerted) {
    if (nextAt === null) continue
    // Members who have left the circle are not among the alerted.
    if (await isToBeNotified(trx, { id, lovedOneId }, { role, phoneNumber, isCurrentMember: true })) return true
  }
  return false
}

const lovedOnesIn = (households: readonly Household[]) => lovedOnesOf(households.flatMap(({ people }) => people))

/** 1 lets Cooee ring the phone again; null for every other answer. */
export async function handleRefusalLift(
  deps: CareDeps,
  trx: Trx,
  { phoneNumber }: InboundCall,
  { keys }: Heard,
  wording: Wording,
): Promise<readonly ScriptPart[] | null> {
  if (phoneNumber === null || keys.trim().at(-1) !== '1') return null
  await acceptPhone(deps, trx, phoneNumber, { by: 'ring' })
  return goodbyeScript(ringsAgain(wording), wording)
}
