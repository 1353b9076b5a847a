import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { orderContacts } from '#server/features/contacts/contacts.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { resolveByCheckIn } from '../answers/end-incident.ts'

let on: IncidentFixture

beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(() => on.startOver())

const SUSAN = '+61491570157'
const TOM = '+61491570158'
const JUNE = '+61491570110'
const ROBYN = '+61491570150'

describe('escalation of calls that nobody answered', () => {
  test('a call that nobody answered is reported to the account holder at once, and to the contacts one after the other by text and then by phone', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.contact('Neighbour', '+61491570199', { isEmergencyContact: false })
    await on.contact('Tom Hartley', TOM)
    await on.open()
    expect(await on.alerted()).toEqual(['Robyn Hartley email alert 1'])
    await on.care.escalate()
    expect(await on.alerted()).toEqual(['Robyn Hartley email alert 1', 'Susan Hartley sms alert 1'])
    await on.pass(1)
    expect(on.care.telephony.alertsDialled).toEqual([])
    await on.pass(1)
    expect(on.care.telephony.alertsDialled).toMatchObject([{ to: SUSAN }])
    await on.pass(4)
    await on.pass(2)
    expect(on.care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, TOM])
    expect(on.textsTo(SUSAN)).toEqual([
      expect.stringMatching(
        /^Cooee, for Robyn Hartley: Margaret Hartley didn't answer the 9:00 AM call\. The phone rang out\. Please check on Margaret: \+61 491 570 156\. Reply 1 if you can, 2 if you can't, 3 if all's well\. http:\/\/localhost:3000\/incident\/\S+ In danger\? Call 000\.$/,
      ),
    ])
  })

  test('an unanswered escalation begins the list again after 10, 30 and 60 minutes, says once that nobody has taken it on, and continues', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    await on.passRingingOut(70)
    expect(await on.incident()).toMatchObject({ status: 'unresolved', nextAt: expect.any(Date), endedAt: null })
    const round = (number: number) => [`Susan Hartley sms alert ${number}`, `Susan Hartley call alert ${number}`]
    const again = (number: number) => [`Robyn Hartley email alert ${number}`, ...round(number)]
    expect(await on.alerted()).toEqual([
      'Robyn Hartley email alert 1',
      ...round(1),
      'Robyn Hartley email unresolved 1',
      ...again(2),
      ...again(3),
    ])
    const { text } = on.care.notified.find(({ subject }) => subject?.startsWith('Nobody is checking on')) ?? {
      text: '',
    }
    expect(text).toContain("We'll keep asking, with longer breaks, and from tomorrow every morning at 9")
    const activity = await on.care.db.selectFrom('activity').select('activityType').orderBy('id').execute()
    expect(activity.map(({ activityType }) => activityType)).toEqual([
      'call_scheduled',
      'call_escalated',
      ...Array(2).fill('contact_alerted'),
      'call_unresolved',
      ...Array(4).fill('contact_alerted'),
    ])
  })

  test('an incident is reported every morning at nine on the loved one’s clock, until somebody closes it', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    for (let quarter = 0; quarter < 4 * 24 * 3; quarter++) await on.pass(15)
    const rung = await on.care.db
      .selectFrom('alerts')
      .select('createdAt')
      .where('channel', '=', 'sms')
      .orderBy('id')
      .execute()
    const mornings = rung.map(({ createdAt }) => createdAt.toISOString()).filter((at) => at > '2026-03-10T12:00:00')
    expect(mornings).toEqual(['2026-03-10T22:00:00.000Z', '2026-03-11T22:00:00.000Z', '2026-03-12T22:00:00.000Z'])
    expect(on.care.notified.filter(({ channel }) => channel === 'email').at(-1)?.text).toContain(
      "We've been asking since Mar 10, 2026 9:00 AM.",
    )
    const [, token = ''] = /incident\/(\S+)/.exec(on.textsTo(SUSAN).at(-1) ?? '') ?? []
    expect(on.care.deps.incidents.links.personOf(token, on.care.clock.now())).not.toBeNull()
    await on.answer('Susan Hartley', { kind: 'ok' })
    const count = on.care.notified.length
    await on.pass(24 * 60)
    expect(on.care.notified).toHaveLength(count)
  })

  test('an escalation rings the account holder two minutes after the text, beside the contacts, unless they do not want to be first', async () => {
    await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    await on.care.escalate()
    await on.pass(2)
    expect(on.care.telephony.alertsDialled.map(({ to }) => to).sort()).toEqual([ROBYN, SUSAN])

    await on.startOver()
    await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
    await saveNotificationSettings(
      on.care.db,
      { accountId: on.account.id, personId: on.account.personId },
      { ...DEFAULT_NOTIFICATION_SETTINGS, ringMeFirst: false },
      on.care.clock.now(),
    )
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    await on.care.escalate()
    await on.pass(2)
    await on.pass(4)
    // Notified at the end of the list by phone, too: until then nobody has rung them.
    expect(on.care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, ROBYN])
    expect((await on.alerted()).at(-1)).toBe('Robyn Hartley call unresolved 1')
  })

  test('an account holder without contacts is notified by every channel they have, again and again', async () => {
    await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
    await on.open()
    await on.passRingingOut(70)
    const each = (round: number) => ['email', 'sms', 'call'].map((channel) => `Robyn Hartley ${channel} alert ${round}`)
    const notice = ['Robyn Hartley email unresolved 1', 'Robyn Hartley sms unresolved 1']
    expect(await on.alerted()).toEqual([...each(1), ...notice, ...each(2), ...each(3)])
  })

  test('an escalation names the loved one’s own emergency contact too, and nobody twice', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.care.db
      .updateTable('lovedOnes')
      .set({ emergencyContactName: 'Susan again', emergencyContactPhone: SUSAN })
      .execute()
    await on.open()
    const people = on.care.db.selectFrom('incidentPeople').select(['name', 'role']).orderBy('position')
    expect(await people.execute()).toEqual([
      { name: 'Robyn Hartley', role: 'member' },
      { name: 'Susan Hartley', role: 'contact' },
    ])
  })

  test('a call that nobody answered opens one incident, however often it is reported', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    await on.care.escalate()
    await on.open()
    await on.care.escalate()
    expect(await on.alerted()).toEqual(['Robyn Hartley email alert 1', 'Susan Hartley sms alert 1'])
  })

  test('contacts in a new order are asked in it, after those who were asked in this round already', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.contact('Tom Hartley', TOM)
    await on.contact('June Murray', JUNE)
    await on.open()
    await on.care.escalate()
    const contacts = await on.care.db.selectFrom('contacts').select('id').orderBy('position', 'desc').execute()
    const contactIds = contacts.map(({ id }) => id)
    const deps = { ...on.care.deps, phoneCountries: ['AU'] }
    await orderContacts(deps, on.account.id, { lovedOneId: on.lovedOneId, contactIds })
    await on.passRingingOut(30)
    const texted = (await on.alerted()).filter((alert) => alert.includes(' sms alert '))
    expect(texted).toEqual([
      ...['Susan Hartley sms alert 1', 'June Murray sms alert 1', 'Tom Hartley sms alert 1'],
      ...['June Murray sms alert 2', 'Tom Hartley sms alert 2', 'Susan Hartley sms alert 2'],
    ])
  })

  test('a contact whose number is changed meanwhile is asked on the new one, in their place', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.contact('Tom Hartley', TOM)
    await on.contact('June Murray', JUNE)
    await on.open()
    await on.care.escalate()
    const phoneNumber = '+61491570111'
    await on.care.db.updateTable('contacts').set({ phoneNumber }).where('phoneNumber', '=', TOM).execute()
    await on.passRingingOut(15)
    expect(on.textsTo(TOM)).toEqual([])
    const texted = on.care.notified.filter(({ channel }) => channel === 'sms').map(({ recipient }) => recipient)
    expect(texted).toEqual([SUSAN, phoneNumber, JUNE])
  })

  test('people are notified once of a call that nobody answered, by any number of workers', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    await Promise.all(Array.from({ length: 8 }, () => on.care.escalate()))
    expect(on.textsTo(SUSAN)).toHaveLength(1)
  })
})

describe('owners who take an incident on', () => {
  beforeEach(async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.contact('Tom Hartley', TOM)
    await on.open()
    await on.care.escalate()
    await on.pass(2)
    await on.pass(4)
  })

  test('a person who takes an incident on keeps everybody else from being disturbed, and those who were notified learn who it is', async () => {
    expect(await on.answer('Susan Hartley', { kind: 'calling' })).toEqual({ kind: 'took' })
    await on.pass(29)
    expect(on.care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN])
    expect(on.textsTo(TOM).at(-1)).toMatch(
      /^Cooee: Susan Hartley is checking on Margaret Hartley, and is calling now\./,
    )
    expect(on.care.notified.filter(({ channel }) => channel === 'email').at(-1)?.subject).toBe(
      'Susan Hartley is checking on Margaret Hartley',
    )
    expect(on.textsTo(SUSAN)).toHaveLength(1)
  })

  test('the first person to answer takes the incident on, and the second learns who did', async () => {
    await on.answer('Susan Hartley', { kind: 'calling' })
    expect(await on.answer('Tom Hartley', { kind: 'going', minutes: 10 })).toEqual({
      kind: 'owned',
      ownerName: 'Susan Hartley',
    })
    expect(await on.incident()).toMatchObject({ intent: 'calling' })
  })

  test('an owner loses the incident after 30 minutes without a report, and the others are notified again', async () => {
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.pass(30)
    expect(await on.incident()).toMatchObject({ status: 'running', ownerId: null })
    expect(on.care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, TOM])
  })

  test('an owner keeps the incident by reporting, and for as long as the way there takes', async () => {
    await on.answer('Susan Hartley', { kind: 'going', minutes: 40 })
    await on.pass(50)
    expect(await on.incident()).toMatchObject({ status: 'owned' })
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.pass(29)
    expect(await on.incident()).toMatchObject({ status: 'owned' })
  })

  test('an owner can give the incident back, and the next person is notified at once', async () => {
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.pass(1)
    expect(await on.answer('Susan Hartley', { kind: 'cannot' })).toEqual({ kind: 'declined', ownerName: null })
    await on.care.escalate()
    expect(await on.incident()).toMatchObject({ status: 'running' })
    expect(on.care.telephony.alertsDialled.at(-1)).toMatchObject({ to: TOM })
  })

  test('a person can take an incident on after everybody was asked in vain; without a report others are notified again, and that it has no owner', async () => {
    await on.passRingingOut(8)
    expect(await on.incident()).toMatchObject({ status: 'unresolved' })
    expect(await on.answer('Tom Hartley', { kind: 'calling' })).toEqual({ kind: 'took' })
    expect(await on.incident()).toMatchObject({ status: 'owned', endedAt: null })
    await on.pass(30)
    expect(await on.incident()).toMatchObject({ status: 'running' })
    await on.passRingingOut(20)
    expect(await on.incident()).toMatchObject({ status: 'unresolved' })
    expect(await on.alerted()).toContain('Robyn Hartley email unresolved 2')
  })

  test.each([
    ['the hour between two rounds', 70],
    ['the night before the morning', 60 * 15],
  ])(
    'an owner who is there in %s and does not report loses the incident, and the others are notified at once',
    async (_when, minutes) => {
      await on.passRingingOut(minutes, 5)
      await on.answer('Tom Hartley', { kind: 'calling' })
      const before = (await on.alerted()).length
      await on.pass(30)
      await on.pass(1)
      const since = (await on.alerted()).slice(before)
      expect(since.filter((alert) => alert.includes(' alert '))).not.toEqual([])
      expect(on.textsTo(SUSAN).at(-1)).not.toContain('since Mar 10, 2026 9:00 AM')
    },
  )

  test('an owner ends the incident with "all is well", and everybody who was alerted gets the all-clear', async () => {
    expect(await on.answer('Tom Hartley', { kind: 'ok' })).toEqual({ kind: 'resolved' })
    expect(await on.incident()).toMatchObject({ status: 'resolved', endedHow: "Tom Hartley says all's well." })
    expect(on.textsTo(SUSAN).at(-1)).toMatch(/^Cooee: all clear for Margaret Hartley\. Tom Hartley says all's well\./)
    expect(on.care.notified.filter(({ channel }) => channel === 'email').at(-1)?.subject).toBe(
      'All clear: Margaret Hartley',
    )
    const count = on.care.notified.length
    expect(await on.answer('Susan Hartley', { kind: 'ok' })).toEqual({
      kind: 'over',
      how: "Tom Hartley says all's well.",
    })
    await on.pass(60)
    expect(on.care.notified).toHaveLength(count)
  })
})

describe('late check-ins', () => {
  const checkIn = () =>
    on.care.db.transaction().execute((trx) =>
      resolveByCheckIn(on.care.deps.incidents, trx, {
        lovedOneId: on.lovedOneId,
        how: 'Margaret Hartley rang us.',
      }),
    )

  test('a late check-in ends a miss, even one that everybody was asked about in vain, with an all-clear', async () => {
    await on.contact('Susan Hartley', SUSAN)
    await on.open()
    for (let minute = 0; minute < 60; minute++) await on.pass(1)
    expect(await checkIn()).toBe(1)
    expect(await checkIn()).toBe(0)
    expect(on.textsTo(SUSAN).at(-1)).toMatch(/^Cooee: all clear/)
  })

  test('a late check-in ends what could not be understood', async () => {
    await on.open('unclear')
    expect(await checkIn()).toBe(1)
  })

  test.each(['help', 'uncertain_help'] as const)(
    'a late check-in does not end %s, because a person has to close that',
    async (cause) => {
      await on.open(cause)
      expect(await checkIn()).toBe(0)
      expect(await on.incident()).toMatchObject({ status: 'running' })
    },
  )

  test('a late check-in ends an incident that an old release gave up', async () => {
    await on.open()
    await on.care.db
      .updateTable('incidents')
      .set({ status: 'unresolved', nextAt: null, endedAt: on.care.clock.now(), endedHow: 'Nobody checked.' })
      .execute()
    await on.pass(60)
    expect(await checkIn()).toBe(1)
  })
})

test('help asked for after a miss restarts the escalation: everyone already notified is notified again', async () => {
  await on.contact('Susan Hartley', SUSAN)
  await on.open()
  await on.care.escalate()
  await on.answer('Susan Hartley', { kind: 'calling' })
  await on.open('help')
  await on.care.escalate()
  expect(await on.incident()).toMatchObject({ cause: 'help', status: 'running', ownerId: null })
  expect(on.textsTo(SUSAN)).toHaveLength(2)
  await on.open('help')
  await on.care.escalate()
  expect(on.textsTo(SUSAN)).toHaveLength(2)
})

describe('incidents that the database does not take', () => {
  test.each([
    ['an open incident about which nothing happens any more', { nextAt: null }],
    ['one that has ended and goes on', { status: 'resolved' as const }],
    [
      'a miss that was withdrawn',
      { status: 'resolved' as const, withdrawnAt: new Date(), endedAt: new Date(), nextAt: null },
    ],
  ])('%s', async (_, changes) => {
    await on.open()
    await expect(on.care.db.updateTable('incidents').set(changes).execute()).rejects.toThrow(/check constraint/)
  })
})
