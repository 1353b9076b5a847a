import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PHONE_MESSAGE } from '#contract/people/loved-one-forms.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aContact, aLovedOne } from '#test/factories.ts'
import { noPlans } from '#test/plan-fixture.ts'

let cooee: TestApp
let jane: SignedIn
beforeAll(async () => {
  cooee = await buildTestApp()
})
beforeEach(async () => {
  jane = await cooee.aRegisteredAccount()
})
afterAll(() => cooee.close())

const add = async (fields = {}) => (await jane.post('/api/loved-ones', aLovedOne(fields))).json()
const activity = async () => (await jane.get('/api/activity')).json()
const scheduleCall = (lovedOneId: number, fields = {}) =>
  jane.post('/api/calls', {
    lovedOneId,
    callType: 'daily_check_in',
    scheduledTime: new Date(cooee.clock.now().getTime() + 3_600_000).toISOString(),
    ...fields,
  })

test('the default settings of a loved one can be read', async () => {
  expect((await jane.get('/api/call-defaults')).json()).toEqual({ retryAttempts: 2, retryDelaySeconds: 600 })
})

/** As an operator has it who holds consent on paper. */
const ATTESTED = { state: 'agreed', since: null, how: 'attested' }

describe('adding', () => {
  test('adding a loved one stores the number as it is dialled and answers with the whole person', async () => {
    const answer = await jane.post('/api/loved-ones', aLovedOne({ emergencyContactPhone: '02 5550 7491' }))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      name: 'Margaret Hartley',
      phoneNumber: '+61491570156',
      timezone: 'Australia/Sydney',
      language: 'en-AU',
      relationship: 'parent',
      away: null,
      preferredName: null,
      familyWord: null,
      reminderText: null,
      notes: null,
      medicalConditions: null,
      address: null,
      accessNote: null,
      emergencyContactName: null,
      hotDaysTown: null,
      emergencyContactPhone: '+61255507491',
      recordCalls: false,
      retryAttempts: null,
      retryDelayMinutes: null,
      secondPhoneNumber: null,
      callsRefusedAt: null,
      isRefusedByAdmin: false,
      consents: {
        calls: ATTESTED,
        recording: ATTESTED,
        words: ATTESTED,
        conversation: { state: 'not_asked', since: null, how: null },
      },
      tried: { callId: null, at: null, finding: null, answered: false },
      hasEmergencyContact: true,
      contactsHealth: { state: 'good', reason: null, agreed: 0 },
      activeServices: [],
      nextCall: null,
      helpRequested: null,
      cryForHelp: null,
    })
    expect((await jane.get('/api/loved-ones')).json()).toEqual([answer.json()])
    expect((await jane.get(`/api/loved-ones/${answer.json().id}`)).json()).toEqual(answer.json())
  })

  test('adding a loved one is in the activity log by name', async () => {
    await add({ name: 'June Murray' })
    const [entry] = await activity()
    expect(entry).toMatchObject({
      activityType: 'loved_one_added',
      description: 'June Murray added as a loved one',
      metadata: {},
    })
  })

  test('adding a loved one without relationship and timezone takes the specified defaults', async () => {
    const answer = await jane.post('/api/loved-ones', { name: 'June', phoneNumber: '0491570156' })
    expect(answer.json()).toMatchObject({ relationship: 'other', timezone: 'Australia/Sydney' })
  })

  test.each([
    [{ name: 'J' }, 'name', 'Name must be at least 2 characters'],
    [{ name: undefined }, 'name', 'Name must be at least 2 characters'],
    [{ phoneNumber: undefined }, 'phoneNumber', PHONE_MESSAGE],
    [{ phoneNumber: '+1 555 0100' }, 'phoneNumber', PHONE_MESSAGE],
    [{ phoneNumber: '+64 21 155 5123' }, 'phoneNumber', PHONE_MESSAGE],
    [{ phoneNumber: '0191 570 156' }, 'phoneNumber', PHONE_MESSAGE],
    [{ emergencyContactPhone: '12' }, 'emergencyContactPhone', PHONE_MESSAGE],
    [{ secondPhoneNumber: '12' }, 'secondPhoneNumber', PHONE_MESSAGE],
    [{ timezone: 'Europe/London' }, 'timezone', 'Please select a timezone'],
    [{ retryAttempts: 6 }, 'retryAttempts', 'Must be 0 to 5'],
    [{ notes: 'x'.repeat(2001) }, 'notes', 'Must be at most 2000 characters'],
    [{ address: 'x'.repeat(201) }, 'address', 'Must be at most 200 characters'],
    [{ accessNote: 'x'.repeat(501) }, 'accessNote', 'Must be at most 500 characters'],
    [{ preferredName: 'x'.repeat(61) }, 'preferredName', 'Must be at most 60 characters'],
    [{ familyWord: 'no' }, 'familyWord', 'Please use one word of 3 to 30 letters'],
    [{ familyWord: 'two words' }, 'familyWord', 'Please use one word of 3 to 30 letters'],
    [{ familyWord: 'k'.repeat(31) }, 'familyWord', 'Must be at most 30 characters'],
    [{ preferredName: 'Nan 🌸' }, 'preferredName', "Please use letters, spaces and ' - . only"],
    [
      { preferredName: 'win.example.com' },
      'preferredName',
      'Please leave out web and email addresses, and put a space after a full stop',
    ],
    [{ reminderText: 'x'.repeat(121) }, 'reminderText', 'Must be at most 120 characters'],
    [{ reminderText: 'It costs $5' }, 'reminderText', "Please use letters, digits, spaces and ' - . only"],
    [{ reminderText: 'Ring 0491 570 156' }, 'reminderText', 'Please leave out phone numbers'],
  ])('a loved one refuses %j in the words of the form', async (fields, path, message) => {
    const answer = await jane.post('/api/loved-ones', aLovedOne(fields))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message, errors: [{ path, message }] })
  })

  test('adding a loved one to a plan that is full leaves nothing behind', async () => {
    const full = await buildTestApp({
      plans: {
        ...noPlans,
        beforeAddingLovedOne: async () => {
          throw new AppError('plan_limit_reached', 'Five is the most')
        },
      },
    })
    try {
      const carer = await full.aRegisteredAccount()
      expect((await carer.post('/api/loved-ones', aLovedOne())).statusCode).toBe(402)
      expect((await carer.get('/api/loved-ones')).json()).toEqual([])
    } finally {
      await full.close()
    }
  })
})

test('the nickname, spoken words and access notes of a loved one come back as they were written', async () => {
  const written = {
    preferredName: 'Nan O’Brien',
    familyWord: 'kookaburra',
    reminderText: 'Take 2 white tablets with water',
    address: '14 Wattle Street, Thirroul NSW 2515',
    accessNote: 'The key is under the blue pot.\nThe dog is friendly.',
  }
  const shown = { ...written, preferredName: "Nan O'Brien" }
  const { id } = await add(written)
  expect((await jane.get(`/api/loved-ones/${id}`)).json()).toMatchObject(shown)
  expect((await jane.get('/api/loved-ones')).json()).toMatchObject([shown])
  const emptied = (await jane.patch(`/api/loved-ones/${id}`, { preferredName: ' ', address: null })).json()
  expect(emptied).toMatchObject({ ...shown, preferredName: null, address: null })
  const refused = await jane.patch(`/api/loved-ones/${id}`, { reminderText: 'Go to pills.example.com' })
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, 'reminderText'])
})

describe('editing', () => {
  test('saving a loved one changes what is given and leaves the rest', async () => {
    const { id, ...before } = await add({ notes: 'Hard of hearing', relationship: 'friend' })
    const answer = await jane.patch(`/api/loved-ones/${id}`, { name: 'Margaret H', notes: '' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ id, ...before, name: 'Margaret H', notes: null })
    expect((await activity())[0].description).toBe("Margaret H's details updated")
  })

  test('saving a loved one without a change writes nothing and reports nothing', async () => {
    const { id, ...before } = await add()
    expect((await jane.patch(`/api/loved-ones/${id}`, {})).json()).toEqual({ id, ...before })
    expect((await activity())[0].activityType).toBe('loved_one_added')
  })

  test('the number of a loved one does not take a bare 61 in front', async () => {
    const { id } = await add()
    const answer = await jane.patch(`/api/loved-ones/${id}`, { phoneNumber: '61491570156' })
    expect(answer.json()).toEqual({ message: PHONE_MESSAGE, errors: [{ path: 'phoneNumber', message: PHONE_MESSAGE }] })
  })

  test('a new zone of a loved one keeps a recurring call at its hour on the wall and a one-off call at its instant', async () => {
    const { id } = await add({ timezone: 'Australia/Sydney' })
    const scheduledTime = '2027-01-15T22:00:00.000Z' // 9 in the morning in Sydney
    const daily = (await scheduleCall(id, { scheduledTime, recurrencePattern: 'daily' })).json()
    const once = (await scheduleCall(id, { scheduledTime })).json()
    await jane.patch(`/api/loved-ones/${id}`, { timezone: 'Australia/Perth', confirmNight: true })
    expect((await jane.get(`/api/calls/${daily.id}`)).json().scheduledTime).toBe('2027-01-16T01:00:00.000Z')
    expect((await jane.get(`/api/calls/${once.id}`)).json().scheduledTime).toBe(scheduledTime)
  })
})

describe('cards of loved ones', () => {
  test('the cards show every service once and the soonest call', async () => {
    const { id } = await add()
    const inHours = (hours: number) => new Date(cooee.clock.now().getTime() + hours * 3_600_000).toISOString()
    await scheduleCall(id, { callType: 'wake_up_call', scheduledTime: inHours(5) })
    await scheduleCall(id, { callType: 'medication_reminder', scheduledTime: inHours(2) })
    await scheduleCall(id, { callType: 'medication_reminder', scheduledTime: inHours(3), recurrencePattern: 'daily' })
    const [card] = (await jane.get('/api/loved-ones')).json()
    expect(card.activeServices).toEqual(['medication_reminder', 'wake_up_call'])
    expect(card.nextCall).toEqual({
      scheduledTime: inHours(2),
      callType: 'medication_reminder',
      asksBy: 'call',
      away: false,
      nextTryAt: null,
      lastOutcome: null,
    })
  })

  test('the cards drop a cancelled call', async () => {
    const { id } = await add()
    const call = (await scheduleCall(id)).json()
    await jane.delete(`/api/calls/${call.id}`)
    const card = (await jane.get(`/api/loved-ones/${id}`)).json()
    expect(card).toMatchObject({ activeServices: [], nextCall: null })
  })
})

test('a request for help that belongs to no call is shown with the loved one, until it has ended well', async () => {
  const { id } = await add()
  const incident = await cooee.db
    .insertInto('incidents')
    .values({
      accountId: jane.user.circle.id,
      lovedOneId: id,
      callId: null,
      cause: 'help',
      headline: 'Margaret Hartley texted us for help',
      detail: null,
      openedAt: cooee.clock.now(),
      nextAt: cooee.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const requested = async () => {
    const { helpRequested, cryForHelp } = (await jane.get(`/api/loved-ones/${id}`)).json()
    expect(cryForHelp, 'the old name says the same for one release').toEqual(helpRequested)
    return helpRequested
  }
  expect(await requested()).toEqual({
    headline: 'Margaret Hartley texted us for help',
    status: 'running',
    owner: null,
  })
  await cooee.db
    .updateTable('incidents')
    .set({ status: 'resolved', nextAt: null, endedAt: new Date() })
    .where('id', '=', incident.id)
    .execute()
  expect(await requested()).toBeNull()
})

describe('emergency contacts', () => {
  const isThere = async (id: number) => (await jane.get(`/api/loved-ones/${id}`)).json().hasEmergencyContact
  const addContact = async (lovedOneId: number, isEmergencyContact: boolean) =>
    (await jane.post('/api/contacts', { ...aContact(lovedOneId), isEmergencyContact })).json().id

  test('a loved one has an emergency contact while a contact is marked as one', async () => {
    const { id } = await add()
    await addContact(id, false)
    expect(await isThere(id)).toBe(false)
    const contactId = await addContact(id, true)
    expect(await isThere(id)).toBe(true)
    await jane.delete(`/api/contacts/${contactId}?confirmLast=true`)
    expect(await isThere(id)).toBe(false)
  })

  test('an emergency contact may be a number among the details; a name alone cannot be rung', async () => {
    const { id } = await add()
    await jane.patch(`/api/loved-ones/${id}`, { emergencyContactName: 'June' })
    expect(await isThere(id)).toBe(false)
    await jane.patch(`/api/loved-ones/${id}`, { emergencyContactPhone: '+61 2 5550 7491' })
    expect(await isThere(id)).toBe(true)
  })

  test('an emergency contact of one loved one counts for no other', async () => {
    const [first, second] = [await add(), await add()]
    await addContact(first.id, true)
    expect(await isThere(second.id)).toBe(false)
  })
})

describe('removing', () => {
  test('removing a loved one removes contacts and calls and keeps the fact in the log', async () => {
    const { id } = await add({ name: 'June Murray' })
    const call = (await scheduleCall(id)).json()
    const answer = await jane.delete(`/api/loved-ones/${id}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await jane.get(`/api/loved-ones/${id}`)).statusCode).toBe(404)
    expect((await jane.get(`/api/calls/${call.id}`)).statusCode).toBe(404)
    expect((await activity())[0]).toMatchObject({
      activityType: 'loved_one_removed',
      description: 'June Murray removed from your loved ones',
      metadata: { details: '1 scheduled call cancelled' },
    })
  })

  test('removing a loved one twice is not found the second time', async () => {
    const { id } = await add()
    await jane.delete(`/api/loved-ones/${id}`)
    expect((await jane.delete(`/api/loved-ones/${id}`)).statusCode).toBe(404)
  })
})

test('a loved one of another account is not found, whatever the request', async () => {
  const { id } = await add()
  const stranger = await cooee.aRegisteredAccount()
  const answers = await Promise.all([
    stranger.get(`/api/loved-ones/${id}`),
    stranger.patch(`/api/loved-ones/${id}`, { name: 'Mine now' }),
    stranger.delete(`/api/loved-ones/${id}`),
    stranger.get(`/api/loved-ones/999999`),
  ])
  for (const answer of answers) {
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'Loved one not found' })
  }
  expect((await stranger.get('/api/loved-ones')).json()).toEqual([])
  expect((await jane.get(`/api/loved-ones/${id}`)).json().name).toBe('Margaret Hartley')
})
