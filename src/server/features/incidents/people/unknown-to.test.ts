import { describe, expect, test } from 'vitest'
import {
  account,
  care,
  lovedOneId,
  MARGARET,
  MINUTE,
  ring,
  SUSAN,
  setUpCheckIns,
  spoken,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'
import { incidentStatuses, openOf } from '#test/open-incident.ts'
import { addCause } from '../steps/add-cause.ts'

setUpCheckIns()

describe('help requested while an answer to a miss is under way', () => {
  test('a request for help is not closed by "3" to the miss, because nobody was notified of the help yet', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    care.clock.advance(5 * MINUTE)
    await write('HELP', MARGARET)
    // No step was taken since: nothing was sent to Susan.
    await write('3', SUSAN)
    expect(await incidentStatuses()).toEqual(['running'])
  })

  test('a request for help is not closed by the 3 of a contact who is listening to the call about the miss', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const alert = care.telephony.alertsDialled.find(({ to }) => to === SUSAN)
    await care.alerts.answered(alert?.alertId ?? 0, alert?.providerCallId ?? '')
    care.clock.advance(2_000)
    await write('HELP', MARGARET)
    await care.alerts.heard(alert?.alertId ?? 0, 'alert', { keys: '3', speech: '' })
    expect(await incidentStatuses()).toEqual(['running'])
  })

  test('a request for help that is texted to a contact on the phone about the miss is not closed by the 3 they press there', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const { alertId = 0, providerCallId } = care.telephony.alertsDialled.find(({ to }) => to === SUSAN) ?? {}
    const press = (step: string) => care.alerts.heard(alertId, step, { keys: '3', speech: '' })
    await care.alerts.answered(alertId, providerCallId ?? '')
    care.clock.advance(2_000)
    await write('HELP', MARGARET)
    await care.escalate()
    expect(textsTo(SUSAN).at(-1)).toContain('texted us for help')
    care.clock.advance(2_000)
    expect(spoken(await press('alert'))).toMatch(/We have not closed this\. .*texted us for help/)
    expect(await incidentStatuses()).toEqual(['running'])
    await press('again')
    expect(await incidentStatuses()).toEqual(['resolved'])
  })

  test('a request for help that is texted to a contact who rings back about the miss is not closed by their 3', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    const rang = await ring(SUSAN)
    care.clock.advance(2_000)
    await write('HELP', MARGARET)
    await care.escalate()
    expect(textsTo(SUSAN).at(-1)).toContain('texted us for help')
    expect(await rang.press('incident', '3')).toMatch(/We have not closed this\. .*texted us for help/)
    expect(await incidentStatuses()).toEqual(['running'])
    await rang.press('incident retry', '3')
    expect(await incidentStatuses()).toEqual(['resolved'])
  })

  test('a contact who is rung, and one who rings back, hear of every request for help that their 3 would close', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId }, 'help')
    care.clock.advance(MINUTE)
    const again = { accountId: account.id, lovedOneId, callId: null, cause: 'help', detail: null } as const
    await care.db
      .transaction()
      .execute((trx) =>
        addCause(care.deps.incidents, trx, { ...again, headline: 'Margaret Hartley texted us for help' }),
      )
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const alert = care.telephony.alertsDialled.find(({ to }) => to === SUSAN)
    const said = spoken(await care.alerts.answered(alert?.alertId ?? 0, alert?.providerCallId ?? ''))
    expect(said).toMatch(/the 9:00 AM call\. Also: Margaret Hartley texted us for help\./)
    expect((await ring(SUSAN)).text).toMatch(/Also: Margaret Hartley texted us for help\./)
  })

  test('a second request for help is not closed by a 3 to the first, and is by the next 3', async () => {
    await write('HELP', MARGARET)
    await care.escalate()
    expect(textsTo(SUSAN).at(-1)).toContain('texted us for help')
    care.clock.advance(5 * MINUTE)
    await (await ring()).press('how', '2')
    care.clock.advance(MINUTE)
    expect(await write('3', SUSAN)).toContain("We haven't closed it: Margaret Hartley asked for help again")
    expect(await incidentStatuses()).toEqual(['running'])
    await write('3', SUSAN)
    expect(await incidentStatuses()).toEqual(['resolved'])
  })

  test('a request for help that comes while a 3 to the first is being counted is not lost', async () => {
    await write('HELP', MARGARET)
    await care.escalate()
    care.clock.advance(MINUTE)
    await Promise.all([write('3', SUSAN), write('HELP I fell', MARGARET)])
    await care.escalate()
    const open = (await incidentStatuses()).filter((status) => status !== 'resolved')
    expect(open).toHaveLength(1)
  })

  test.each([
    ['waits still', {}],
    ['did not go out', { failedAt: new Date() }],
    ['was not delivered', { sentAt: new Date(), delivery: 'failed' }],
  ] as const)(
    'a request for help whose text to a contact %s is not closed by their 3 to the miss',
    async (_, state) => {
      await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
      care.clock.advance(5 * MINUTE)
      await write('HELP', MARGARET)
      await care.escalate()
      const { id: messageId } = await care.db
        .insertInto('messages')
        .values({ channel: 'sms', recipient: SUSAN, text: 'x', dedupeKey: 'x', ...state })
        .returning('id')
        .executeTakeFirstOrThrow()
      // The last text to her, which is about the request.
      const texts = care.db
        .selectFrom('alerts')
        .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
      const { id } = await texts
        .select('alerts.id')
        .where('incidentPeople.phoneNumber', '=', SUSAN)
        .where('channel', '=', 'sms')
        .orderBy('alerts.id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await care.db.updateTable('alerts').set({ messageId }).where('id', '=', id).execute()
      await write('3', SUSAN)
      expect(await incidentStatuses()).toEqual(['running'])
      await care.db.deleteFrom('messages').execute()
    },
  )

  test('a request for help is not closed by the 3 of a contact who rings back and was listening to the miss', async () => {
    await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
    const rang = await ring(SUSAN)
    care.clock.advance(2_000)
    await write('HELP', MARGARET)
    expect(await rang.press('incident', '3')).toMatch(/We have not closed this\. .*texted us for help/)
    expect(await incidentStatuses()).toEqual(['running'])
    await rang.press('incident retry', '3')
    expect(await incidentStatuses()).toEqual(['resolved'])
  })
})
