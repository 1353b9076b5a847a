import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { type Act, hangsUp, presses, waits } from '#simulators/twilio/phone/phone-script.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

// End to end: a person rings or writes in the phone sandbox, the product gets callbacks over HTTP, and answers.
const MARGARET = '+61491570156'
const CON = '+61491570157'
const RINGS_OUT = '+61491570101'

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

const inAnHour = () => new Date(Date.now() + 3_600_000)
const statusOf = async ({ accountId }: { accountId: number }, callId: number) =>
  (await findCall(callViews(live.server.db), { id: accountId, mayHear: true }, callId)).status
const answersTo = (number: string) =>
  live.simulator
    .messages()
    .filter(({ to, direction }) => to === number && direction === 'outbound-reply')
    .map(({ body }) => body)

test('a loved one who rings is thanked by name and asked how she is; 2 asks for help, and her family is notified', async () => {
  const whom = await live.aLovedOneAt(MARGARET)
  const ringing = live.simulator.ring(MARGARET, { behaviour: { kind: 'presses', keys: '2' } })
  await expect.poll(() => ringing?.status, { timeout: 10_000 }).toBe('completed')
  const said = ringing?.turns.map(({ text }) => text)
  expect(said?.[0]).toMatch(/^Thank you for ringing Cooee, Margaret.*press 1.*press 2/)
  expect(said?.slice(1)).toEqual(['2', expect.stringContaining('I am letting your family know right now')])
  const notified = () =>
    live.server.db.selectFrom('messages').select('subject').where('accountId', '=', whom.accountId).execute()
  await expect.poll(notified).toEqual([{ subject: 'Margaret Hartley rang us and asked for help' }])
})

test('a text message completes a call that rang out, and the call is not retried', async () => {
  const whom = await live.aLovedOneAt(RINGS_OUT)
  await live.server.db
    .updateTable('lovedOnes')
    .set({ retryDelayMinutes: 10 })
    .where('id', '=', whom.lovedOneId)
    .execute()
  const callId = await live.aCall(whom, new Date(Date.now() + 200))
  const waits = () =>
    live.server.db.selectFrom('calls').select(['status', 'dialAt']).where('id', '=', callId).executeTakeFirst()
  await expect.poll(waits, { timeout: 15_000 }).toMatchObject({ status: 'in_progress', dialAt: expect.any(Date) })
  live.simulator.text(RINGS_OUT, 'All good 👍')
  await expect
    .poll(() => answersTo(RINGS_OUT), { timeout: 10_000 })
    .toEqual(["Thank you. We've noted that Margaret Hartley is all right. Reply HELP if you'd like help."])
  expect(await statusOf(whom, callId)).toBe('completed')
  expect(live.simulator.callsTo(RINGS_OUT)).toHaveLength(1)
})

test('a loved one who rings and presses a key answers her next call, which is not placed; a ring without a key answers nothing', async () => {
  const whom = await live.aLovedOneAt(CON)
  // Not near midnight, when "within the next hours" is another day in Sydney.
  await live.server.db
    .updateTable('lovedOnes')
    .set({ timezone: zoneAtNoon() })
    .where('id', '=', whom.lovedOneId)
    .execute()
  const callId = await live.aCall(whom, inAnHour())
  const silent = live.simulator.ring(CON, { behaviour: { kind: 'hangs-up' } })
  await expect.poll(() => silent?.status, { timeout: 10_000 }).toBe('completed')
  expect(await statusOf(whom, callId)).toBe('scheduled')
  const ringing = live.simulator.ring(CON, { behaviour: { kind: 'presses', keys: '1' } })
  await expect.poll(() => ringing?.status, { timeout: 10_000 }).toBe('completed')
  await expect.poll(() => statusOf(whom, callId)).toBe('completed')
  expect(live.simulator.callsTo(CON)).toEqual([])
})

/** A zone of whole hours on whose walls it is between noon and one now. */
function zoneAtNoon(): string {
  const behindUtc = new Date().getUTCHours() - 12
  return behindUtc === 0 ? 'Etc/GMT' : `Etc/GMT${behindUtc > 0 ? '+' : '-'}${Math.abs(behindUtc)}`
}

test('a loved one texts for help; a contact answers the alert by text, and reads who looks after the incident', async () => {
  const susan = '+61491570166'
  const whom = await live.aLovedOneAt('+61491570165')
  const { db } = live.server
  await db
    .insertInto('contacts')
    .values({
      ...whom,
      name: 'Susan',
      phoneNumber: susan,
      contactType: 'family',
      isEmergencyContact: true,
      position: 1,
    })
    .execute()
  live.simulator.text('+61491570165', 'Help')
  const textsTo = () =>
    live.simulator.messages().filter(({ to, direction }) => to === susan && direction === 'outbound-api')
  await expect.poll(() => textsTo().length, { timeout: 10_000 }).toBe(1)
  live.simulator.text(susan, 'On my way, 20 mins')
  await expect
    .poll(() => answersTo(susan), { timeout: 10_000 })
    .toEqual([expect.stringContaining("You're checking on Margaret Hartley, and will be there in about 20 minutes")])
})

test('a loved one who rings, presses 5 and enters the days is away; one who hangs up at the question is not', async () => {
  const number = '+61491570169'
  const whom = await live.aLovedOneAt(number)
  const daysAway = () =>
    live.server.db.selectFrom('aways').select('setBy').where('lovedOneId', '=', whom.lovedOneId).execute()
  const asksForDays = [
    waits({ kind: 'words', pattern: 'away, press 5' }),
    presses('5'),
    waits({ kind: 'words', pattern: 'press hash' }),
    presses('3#'),
    waits({ kind: 'words', pattern: 'right, press 1' }),
  ]
  const ringing = (acts: Act[]) =>
    live.simulator.ring(number, { behaviour: { kind: 'script', script: { acts: [...asksForDays, ...acts] } } })
  const unsure = ringing([hangsUp])
  await expect.poll(() => unsure?.status, { timeout: 10_000 }).toBe('completed')
  expect(unsure?.turns.map(({ text }) => text).join(' ')).toContain('You entered 3 days.')
  expect(await daysAway()).toEqual([])
  const sure = ringing([presses('1')])
  await expect.poll(() => sure?.status, { timeout: 10_000 }).toBe('completed')
  expect(sure?.turns.at(-1)?.text).toContain('To undo this, ring us, press 5, then 0 and hash.')
  expect(await daysAway()).toEqual([{ setBy: 'call' }])
})

test('a stranger hears who we are, and no call or text was refused or failed', async () => {
  const ringing = live.simulator.ring('+61491570199')
  await expect.poll(() => ringing?.status, { timeout: 10_000 }).toBe('completed')
  expect(ringing?.turns.map(({ text }) => text).join(' ')).toContain('an automated service that rings people')
  // The last callback may still be on its way.
  const unanswered = () =>
    live.simulator
      .calls()
      .flatMap((call) => call.requests)
      .filter(({ statusCode }) => statusCode === null || statusCode >= 400)
  await expect.poll(unanswered, { timeout: 10_000 }).toEqual([])
  const received = live.simulator.messages().filter(({ direction }) => direction === 'inbound')
  expect(received.map(({ error }) => error)).toEqual(received.map(() => null))
})
