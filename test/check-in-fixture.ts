import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { ProviderInboundEvents } from '#server/adapters/telephony/telephony.ts'
import { inboundProviderEvents } from '#server/features/check-ins/calls/inbound-provider-events.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { aNumber } from './factories.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const MARGARET = '+61491570156'
export const SECOND_PHONE = '+61255501122'
export const SUSAN = '+61491570157'
export const STRANGER = '+61491571234'

/** Of the test that runs. */
export let care: CareFixture
export let inbound: ProviderInboundEvents
export let account: { id: number; personId: number }
export let lovedOneId: number

/** Begins each test of the file that calls it one minute before nine: Margaret, whose contact is Susan. */
export function setUpCheckIns(): void {
  beforeAll(async () => {
    care = await careFixture()
    inbound = inboundProviderEvents(care.deps)
  })
  afterAll(() => care.close())
  beforeEach(async () => {
    for (const table of [
      'accounts',
      'events',
      'inboundCalls',
      'inboundTexts',
      'quotaUses',
      'callsToCancel',
      'phoneRefusals',
    ] as const) {
      await care.db.deleteFrom(table).execute()
    }
    await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
    care.telephony.clear()
    care.notified.length = 0
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
    account = await care.anAccount()
    lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET, secondPhoneNumber: SECOND_PHONE })
    await aContact('Susan Hartley', SUSAN)
  })
}

/** An emergency contact, after those that there are. */
export async function aContact(name: string, phoneNumber: string, of = { accountId: account.id, lovedOneId }) {
  const fields = { contactType: 'family', isEmergencyContact: true, position: aNumber() } as const
  await care.db
    .insertInto('contacts')
    .values({ ...of, name, phoneNumber, ...fields })
    .execute()
}

export const spoken = (script: readonly ScriptPart[]) =>
  script.flatMap((part) => (part.kind === 'ask' ? part.prompt : part.kind === 'say' ? part.text : [])).join(' ')
export const stepsOf = (script: readonly ScriptPart[]) =>
  script.flatMap((part) => (part.kind === 'ask' ? part.step : []))

/** A person rings: what they hear, and how they answer. */
export async function ring(from = MARGARET) {
  const call = { from, providerCallId: `CA-in-${aNumber()}` }
  const script = await inbound.called(call)
  return {
    call,
    script,
    text: spoken(script),
    async press(step: string, keys: string) {
      return spoken(await inbound.answered(call, step, { keys, speech: '' }))
    },
    async say(step: string, speech: string) {
      return spoken(await inbound.answered(call, step, { keys: '', speech }))
    },
    answer: (step: string, heard: Partial<Heard>) => inbound.answered(call, step, { keys: '', speech: '', ...heard }),
  }
}
/** Somebody rings and presses 1: they are all right. `text` is what they hear then. */
export async function ringWell(from = MARGARET) {
  const rung = await ring(from)
  return { ...rung, text: await rung.press('how', '1') }
}
/** A person writes a text message; returns the answer. */
export const write = (text: string, from = MARGARET) =>
  inbound.texted({ from, text, providerMessageId: `SM-in-${aNumber()}` })
/** The two ways in which a loved one turns to Cooee. */
export const WAYS = [
  ['ringing and pressing 1', async () => void (await ringWell())],
  ['writing OK', async () => void (await write('OK'))],
] as const

export const dials = () => care.telephony.dialled
/** The phone that was rung last is not answered, by default. */
export async function endLast(endedStatus: 'no-answer' | 'completed' | 'canceled' = 'no-answer') {
  const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
  const end = { status: endedStatus, endedStatus, answeredBy: null, durationSeconds: null }
  await care.facts.progressed(attemptId, { ...end, providerCallId: providerCallId ?? '' })
}
/** Moves the clock, and dispatches everything that is due then. */
export async function pass(ms: number) {
  care.clock.advance(ms)
  await care.dispatch()
}
/** A call that rings at nine. */
export async function aRinging(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await care.aCall(account, { lovedOneId, ...fields })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  return callId
}
/** A call that was not answered and will be retried. */
export async function aBetweenTries(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await aRinging(fields)
  await endLast()
  return callId
}
/** A call that was not answered at any try, and is reported. */
export async function aMissed(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await aBetweenTries(fields)
  for (let tries = 0; tries < 2; tries++) {
    await pass(10 * MINUTE)
    await endLast()
  }
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  await care.escalate()
  return callId
}
export const incidents = () =>
  care.db.selectFrom('incidents').select(['callId', 'cause', 'status', 'headline', 'endedHow']).orderBy('id').execute()
export const textsTo = (number: string) =>
  care.notified.filter(({ recipient }) => recipient === number).map(({ text }) => text)
/** The activity log: kind, sentence and details. */
export async function activities() {
  const rows = await care.db
    .selectFrom('activity')
    .select(['activityType', 'description', 'details'])
    .orderBy('id')
    .execute()
  return rows.map(({ activityType, description, details }) => [activityType, description, details])
}
export const scheduled = () =>
  care.db.selectFrom('calls').select(['id', 'scheduledFor']).where('status', '=', 'scheduled').orderBy('id').execute()
export const statusOf = async (callId: number) => (await care.call(account, callId)).status
