import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { aNumber } from '#test/factories.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { viewIncident } from '../view/incident-view.ts'

const SUSAN = '+61491570157'
const TOM = '+61491570158'

let on: IncidentFixture

beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.contact('Susan Hartley', SUSAN)
  await on.contact('Tom Hartley', TOM)
})

const removeContact = (phoneNumber: string) =>
  on.care.db.deleteFrom('contacts').where('phoneNumber', '=', phoneNumber).execute()

describe('answers that decline', () => {
  test('declining twelve times brings the next step forward only the first time', async () => {
    await on.open()
    await on.care.escalate()
    for (let time = 0; time < 12; time++) {
      await on.answer('Susan Hartley', { kind: 'cannot' })
      await on.care.escalate()
    }
    expect(await on.alerted()).toEqual([
      'Robyn Hartley email alert 1',
      'Susan Hartley sms alert 1',
      'Tom Hartley sms alert 1',
    ])
  })

  test('declining does not bring forward the ring of somebody else', async () => {
    await on.open()
    await on.care.escalate()
    await on.pass(2)
    await on.pass(4)
    expect((await on.alerted()).at(-1)).toBe('Tom Hartley sms alert 1')
    await on.answer('Susan Hartley', { kind: 'cannot' })
    await on.care.escalate()
    expect((await on.alerted()).at(-1)).toBe('Tom Hartley sms alert 1')
  })

  test('when everybody declines the account holder is notified of exactly that', async () => {
    await on.open()
    await on.care.escalate()
    await on.answer('Susan Hartley', { kind: 'cannot' })
    await on.care.escalate()
    await on.answer('Tom Hartley', { kind: 'cannot' })
    await on.care.escalate()
    expect(await on.incident()).toMatchObject({ status: 'unresolved' })
    expect(on.care.notified.at(-1)?.text).toContain("Everyone on the list has said they can't.")
  })
})

describe('incidents that lose their owner', () => {
  test('everybody who had been notified of an owner is notified when the owner gives the incident back', async () => {
    await on.open()
    await on.care.escalate()
    await on.pass(2)
    await on.pass(4)
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.answer('Susan Hartley', { kind: 'cannot' })
    const sentence = "Susan Hartley can't check on Margaret Hartley after all. We're asking the others again."
    expect(on.textsTo(TOM).at(-1)).toContain(sentence)
    expect(on.care.notified.filter(({ channel }) => channel === 'email').at(-1)?.text).toContain(sentence)
    expect(on.textsTo(SUSAN)).toHaveLength(1)
  })

  test('everybody who had been notified of an owner is notified when the owner did not report', async () => {
    await on.open()
    await on.care.escalate()
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.pass(30)
    expect(on.care.notified.filter(({ channel }) => channel === 'email').at(-1)?.text).toContain(
      "Susan Hartley hasn't got back to us about Margaret Hartley. We're asking the others again.",
    )
  })
})

/** No text of a first round arrives; what becomes of the rings is up to the test. */
async function noTextArrives(rings: () => Promise<unknown>): Promise<void> {
  await on.open()
  await on.care.escalate()
  for (let minute = 0; minute < 12; minute++) {
    await rings()
    await on.care.db
      .insertInto('messages')
      .values({
        channel: 'sms',
        recipient: 'x',
        text: 'x',
        failedAt: on.care.clock.now(),
        dedupeKey: `lost ${aNumber()}`,
      })
      .execute()
    await sql`update alerts set message_id = (select id from messages order by id desc limit 1)
      where channel = 'sms' and message_id is null and id = (select max(id) from alerts where channel = 'sms')`.execute(
      on.care.db,
    )
    await on.pass(1)
  }
}

test('while a phone may still ring, nobody is notified that nobody could be reached', async () => {
  await noTextArrives(() =>
    on.care.db.updateTable('alertCalls').set({ state: 'placed', outcome: null, nextAt: null }).execute(),
  )
  expect((await on.alerted()).filter((alert) => alert.includes('nobody_reached'))).toEqual([])
})

test('when not one message arrived and not one phone rang, the account holder is notified after the first round', async () => {
  await noTextArrives(() =>
    on.care.db.updateTable('alertCalls').set({ state: 'ended', outcome: 'rejected', nextAt: null }).execute(),
  )
  const [failed, unresolved] = on.care.notified.filter(({ channel }) => channel === 'email').slice(-2)
  expect(failed?.subject).toBe("We couldn't reach anyone: Margaret Hartley didn't answer the 9:00 AM call")
  expect(unresolved?.text).toContain("We couldn't reach anyone on the list. We'll keep asking")
  expect((await on.alerted()).filter((alert) => alert.includes('nobody_reached'))).toEqual([
    'Robyn Hartley email nobody_reached 1',
  ])
})

describe('two misses of one loved one', () => {
  let later: number
  beforeEach(async () => {
    later = await on.care.aCall(on.account, {
      lovedOneId: on.lovedOneId,
      at: new Date(NINE_IN_SYDNEY.getTime() + 3_600_000),
    })
    await on.open()
    await on.open('not_reached', later)
    await on.care.escalate()
  })

  test('two misses are one incident: they end together when somebody says that all is well, and each person is notified once', async () => {
    await on.answer('Susan Hartley', { kind: 'ok' }, later)
    expect(await on.incident()).toMatchObject({ status: 'resolved', endedHow: "Susan Hartley says all's well." })
    expect(await on.incident(later)).toMatchObject({ status: 'resolved' })
    const clear = on.care.notified.filter(({ text }) => text.includes("says all's well"))
    expect(clear.map(({ channel }) => channel)).toEqual(['email'])
  })

  test('two misses end together, whichever two people say so at once', async () => {
    await Promise.all([
      on.answer('Susan Hartley', { kind: 'ok' }),
      on.answer('Tom Hartley', { kind: 'ok' }, later),
      on.open('help'),
    ])
    const open = await on.care.db.selectFrom('incidents').select(['cause']).where('nextAt', 'is not', null).execute()
    expect(open.every(({ cause }) => cause === 'help')).toBe(true)
  })

  test('a request for help joins two misses, and an answer to them is no all-clear of it', async () => {
    await on.open('help', later)
    expect(await on.incident(later)).toMatchObject({ status: 'running', cause: 'help' })
    expect(on.care.notified.filter(({ text }) => text.includes('all clear'))).toEqual([])
  })
})

describe('incidents and the list of contacts', () => {
  test('an incident follows the contact list as it is now: a contact taken off it is told nothing more, and an added contact is notified', async () => {
    await on.open()
    await on.care.escalate()
    await removeContact(SUSAN)
    await removeContact(TOM)
    await on.contact('Ines Hartley', '+61491570159')
    for (let minute = 0; minute < 8; minute++) await on.pass(1)
    const after = (await on.alerted()).slice(2)
    expect(after.slice(0, 2)).toEqual(['Ines Hartley sms alert 1', 'Ines Hartley call alert 1'])
    expect(after.filter((alert) => /Susan|Tom/.test(alert))).toEqual([])
  })

  test('an account holder is notified again when nobody is left on the contact list', async () => {
    await on.open()
    await on.care.escalate()
    await removeContact(SUSAN)
    await removeContact(TOM)
    for (let minute = 0; minute < 15; minute++) await on.pass(1)
    expect((await on.alerted()).at(-1)).toBe('Robyn Hartley email alert 2')
  })

  test('a link is valid only while its contact is on the list', async () => {
    await on.open()
    const { id } = await on.care.db
      .selectFrom('incidentPeople')
      .select('id')
      .where('name', '=', 'Susan Hartley')
      .executeTakeFirstOrThrow()
    expect(await viewIncident(on.care.deps.incidents, id)).toMatchObject({ you: { name: 'Susan Hartley' } })
    await removeContact(SUSAN)
    expect(await viewIncident(on.care.deps.incidents, id)).toBeNull()
    expect(await on.answer('Susan Hartley', { kind: 'calling' })).toEqual({ kind: 'not_listed' })
  })
})

test('an owner who changes their mind every minute does not cost everybody a text each time', async () => {
  await on.open()
  await on.care.escalate()
  await on.pass(2)
  await on.pass(4)
  for (let minutes = 1; minutes <= 20; minutes++) await on.answer('Susan Hartley', { kind: 'going', minutes })
  expect(on.textsTo(TOM).filter((text) => text.includes('is checking on'))).toHaveLength(1)
  expect(await on.incident()).toMatchObject({ etaMinutes: 20 })
})

test('an incident that fails keeps no other waiting', async () => {
  for (let count = 0; count < 21; count++) {
    const lovedOneId = await on.care.aLovedOne(on.account)
    const callId = await on.care.aCall(on.account, { lovedOneId })
    await on.open('not_reached', callId, undefined, { lovedOneId })
  }
  await sql`create function refuse_alert() returns trigger language plpgsql as $$ begin
      if (select call_id from incidents where id = new.incident_id) <> ${sql.lit(on.callId)} then raise 'sick'; end if;
      return new; end $$`.execute(on.care.db)
  await sql`create trigger sick before insert on alerts for each row execute function refuse_alert()`.execute(
    on.care.db,
  )
  try {
    await on.open()
    await on.care.escalate()
    await on.care.escalate()
    expect(on.textsTo(SUSAN)).toHaveLength(1)
  } finally {
    await sql`drop function refuse_alert cascade`.execute(on.care.db)
  }
})
