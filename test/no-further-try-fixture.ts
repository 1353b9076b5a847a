import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createDispatcher } from '#server/features/care/dispatch/dispatcher.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'

export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

/** Of the test that runs. */
export let care: CareFixture
export let account: { id: number; personId: number }
export let lovedOneId: number

/** Begins each test of the file that calls it one minute before nine. */
export function setUpTries(): void {
  beforeAll(async () => {
    care = await careFixture()
  })
  afterAll(() => care.close())
  beforeEach(startOver)
}

export async function startOver() {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
}

export const dials = () => care.telephony.dialled.filter(({ providerCallId }) => providerCallId !== null)
export const lastDial = () => dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
/** The call that the schedule has booked next. */
export const nextOfSchedule = async () => {
  const next = await care.db
    .selectFrom('calls')
    .select('id')
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
  return next.id
}

/** The phone that was rung last is not answered, by default. */
export async function endLast(endedStatus: 'no-answer' | 'completed' = 'no-answer') {
  const { attemptId, providerCallId } = lastDial()
  await care.facts.progressed(attemptId, {
    providerCallId: providerCallId ?? '',
    status: endedStatus,
    endedStatus,
    answeredBy: null,
    durationSeconds: null,
  })
}

/** A daily call that rings at nine. */
export async function aCallThatRings(): Promise<number> {
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  return callId
}

/** A daily call that rang out at nine and is to be tried again at ten past. */
export async function aCallBetweenTries(): Promise<number> {
  const callId = await aCallThatRings()
  await endLast()
  return callId
}

export async function twoWorkers() {
  const other = createDispatcher(care.deps)
  care.dispatcher.wake()
  other.wake()
  await Promise.all([care.dispatcher.idle(), other.idle()])
}

/** The next hour and a half, with two workers. */
export async function theDayGoesOn() {
  for (let times = 0; times < 9; times++) {
    care.clock.advance(10 * MINUTE)
    await care.settle()
    await twoWorkers()
  }
}

/** How often a phone rings in the next hour and a half. */
export const rungAfterwards = async () => {
  const before = care.telephony.dialled.length
  await theDayGoesOn()
  return care.telephony.dialled.length - before
}
