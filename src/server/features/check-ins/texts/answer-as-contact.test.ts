import { describe, expect, test } from 'vitest'
import { escalateAfter, incident, open, setUpAlerted, TOM, texted } from '#test/alerted-fixture.ts'
import {
  aContact,
  account,
  care,
  inbound,
  lovedOneId,
  MARGARET,
  MINUTE,
  SUSAN,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'
import { findLostTexts } from './find-lost-texts.ts'

setUpAlerted()

const HOUR = 60 * MINUTE

/** As if the question had been sent. */
async function asked(phoneNumber = SUSAN, { at = care.clock.now(), of = lovedOneId } = {}) {
  await care.db
    .updateTable('contacts')
    .set({ askedAt: at })
    .where('phoneNumber', '=', phoneNumber)
    .where('lovedOneId', '=', of)
    .execute()
}
const stateOf = async (phoneNumber = SUSAN) =>
  (
    await care.db.selectFrom('contacts').select('state').where('phoneNumber', '=', phoneNumber).orderBy('id').execute()
  ).map(({ state }) => state)
/** Another family has Susan on its list, for Con. */
async function ofAnotherFamily() {
  const { id: accountId, personId } = await care.anAccount()
  await care.db.updateTable('people').set({ firstName: 'Sam', lastName: 'Lee' }).where('id', '=', personId).execute()
  const con = await care.somebodyElse({ id: accountId }, { name: 'Con Papadakis' })
  await aContact('Susan H', SUSAN, { accountId, lovedOneId: con })
  return { accountId, lovedOneId: con }
}

describe('a contact who answers the question by text', () => {
  test.each([
    ['YES', 'agreed', "Thank you. You're a contact for Margaret Hartley (Robyn Hartley asked)"],
    ['No thanks', 'declined', "Thank you for telling us. You're not a contact for Margaret Hartley"],
  ])('%s is understood, and the reply says for whom', async (text, state, reply) => {
    await asked()
    expect(await texted(text)).toContain(reply)
    expect((await stateOf())[0]).toBe(state)
  })

  test('a text that is neither is asked about', async () => {
    await asked()
    expect(await texted('who is this?')).toContain('Will you be a contact for Margaret Hartley')
    expect(await stateOf()).toEqual(['asked'])
  })

  test('a later answer changes the earlier one, and says so', async () => {
    await asked()
    await texted('yes')
    care.clock.advance(400 * 24 * HOUR)
    expect(await texted('NO')).toContain("We've changed your yes. You're not a contact for Margaret Hartley")
    expect(await texted('YES')).toContain("We've changed your no. You're a contact for Margaret Hartley")
    expect(await stateOf()).toEqual(['agreed'])
  })

  test('a phone that was asked nothing is a stranger', async () => {
    expect(await texted('YES')).not.toContain('contact for')
    expect(await stateOf()).toEqual(['asked'])
  })

  test('a contact who is asked by two families answers for the one who asked last, and learns who else asks', async () => {
    await asked(SUSAN, { at: new Date(care.clock.now().getTime() - HOUR) })
    const other = await ofAnotherFamily()
    await asked(SUSAN, { of: other.lovedOneId })
    expect(await texted('YES')).toMatch(
      /^Thank you\. You're a contact for Con Papadakis \(Sam Lee asked\)\. .*Robyn Hartley asks you the same about Margaret Hartley: reply YES or NO\.$/,
    )
    expect(await stateOf()).toEqual(['asked', 'agreed'])
    expect(await texted('no')).toContain("You're not a contact for Margaret Hartley (Robyn Hartley asked)")
    expect(await stateOf()).toEqual(['declined', 'agreed'])
  })

  test('a name in the answer decides among families', async () => {
    await asked(SUSAN, { at: new Date(care.clock.now().getTime() - HOUR) })
    const other = await ofAnotherFamily()
    await asked(SUSAN, { of: other.lovedOneId })
    await texted('No Margaret')
    expect(await stateOf()).toEqual(['declined', 'asked'])
  })

  test('the words of a contact of two families are read by neither', async () => {
    const other = await ofAnotherFamily()
    await asked(SUSAN, { of: other.lovedOneId })
    await texted('YES')
    const kept = await care.db.selectFrom('inboundTexts').select('accountId').execute()
    expect(kept.map(({ accountId }) => accountId)).toEqual([null])
  })

  test('a text that is delivered twice counts once', async () => {
    await asked()
    const text = { from: SUSAN, text: 'NO', providerMessageId: 'SM-twice' }
    const replies = [await inbound.texted(text), await inbound.texted(text)]
    expect(replies[1]).toBe(replies[0])
    const events = await care.db.selectFrom('events').select('id').where('event', '=', 'contact.changed').execute()
    expect(events).toHaveLength(1)
  })

  test('an answer that was found only hours later changes the state, without a reply', async () => {
    await asked()
    const sentAt = new Date(care.clock.now().getTime() - 5 * HOUR)
    const received = async () => ({
      kind: 'found' as const,
      found: [{ from: SUSAN, text: 'YES', providerMessageId: 'SM-late', sentAt }],
    })
    await findLostTexts(care.deps, { received })
    expect(await stateOf()).toEqual(['agreed'])
    expect(textsTo(SUSAN)).toEqual([])
  })

  test('a loved one whose phone is a contact’s as well says how they are first', async () => {
    await care.db.updateTable('contacts').set({ phoneNumber: MARGARET }).where('phoneNumber', '=', SUSAN).execute()
    await asked(MARGARET)
    await write('OK')
    expect(await stateOf(MARGARET)).toEqual(['asked'])
    expect(await write('No')).toContain("You're not a contact for Margaret Hartley")
  })
})

describe('an answer while an alert is open', () => {
  test('YES takes the incident on, and the question stays open', async () => {
    await asked()
    await open()
    expect(await texted('YES')).toContain("You're checking on Margaret Hartley")
    expect(await incident()).toMatchObject({ status: 'owned' })
    expect((await stateOf())[0]).toBe('asked')
  })

  test('after the alert is over YES answers the open question', async () => {
    await asked()
    await open()
    await texted('3')
    expect(await texted('YES')).toContain("You're a contact for Margaret Hartley")
  })

  test('a contact who declines is notified no more from the next step, and not of the end', async () => {
    await open()
    await care.db
      .updateTable('contacts')
      .set({ state: 'declined', askAt: null, answeredAt: care.clock.now() })
      .where('phoneNumber', '=', SUSAN)
      .execute()
    const before = textsTo(SUSAN).length
    await escalateAfter(6)
    expect(care.telephony.alertsDialled.map(({ to }) => to)).not.toContain(SUSAN)
    expect(textsTo(TOM).length).toBeGreaterThan(0)
    await texted('3', TOM)
    expect(textsTo(SUSAN)).toHaveLength(before)
  })

  test('a contact who agrees after the incident began joins it', async () => {
    await care.db
      .updateTable('contacts')
      .set({ state: 'declined', askAt: null, answeredAt: care.clock.now(), askedAt: care.clock.now() })
      .where('phoneNumber', '=', SUSAN)
      .execute()
    await open()
    await escalateAfter(1)
    expect(textsTo(SUSAN)).toEqual([])
    await texted('Yes')
    for (let minute = 0; minute < 12; minute++) await escalateAfter(1)
    expect(textsTo(SUSAN).length).toBeGreaterThan(0)
  })
})

describe('STOP of a contact', () => {
  test('STOP between two rings ends them, and every family shows it', async () => {
    const other = await ofAnotherFamily()
    await open()
    await escalateAfter(2)
    expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN])
    await texted('STOP')
    expect(await stateOf()).toEqual(['stopped', 'stopped'])
    for (let minute = 0; minute < 30; minute++) await escalateAfter(1)
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toHaveLength(1)
    expect(textsTo(SUSAN)).toHaveLength(1)
    const events = await care.db
      .selectFrom('events')
      .select('accountId')
      .where('event', '=', 'contact.changed')
      .execute()
    expect(events.map(({ accountId }) => accountId).toSorted()).toEqual([account.id, other.accountId].toSorted())
  })

  test('START lifts it to what was answered before, and asks who had not answered', async () => {
    await asked()
    await texted('YES')
    const other = await ofAnotherFamily()
    await texted('STOP')
    await texted('START')
    expect(await stateOf()).toEqual(['agreed', 'asked'])
    const { askAt } = await care.db
      .selectFrom('contacts')
      .select('askAt')
      .where('lovedOneId', '=', other.lovedOneId)
      .executeTakeFirstOrThrow()
    expect(askAt).toEqual(care.clock.now())
  })

  test('a no outlives STOP and START', async () => {
    await asked()
    await texted('NO')
    await texted('STOP')
    await texted('START')
    expect(await stateOf()).toEqual(['declined'])
  })
})
