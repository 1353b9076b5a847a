import { beforeEach, describe, expect, test } from 'vitest'
import { removeContact } from '#server/features/contacts/contacts.ts'
import { aContact, account, care, MINUTE, ring, SUSAN, setUpCheckIns, write } from '#test/check-in-fixture.ts'
import { alertsRung, open } from '#test/open-incident.ts'
import { isAlertStillNeeded } from '../alerts/alert-still-needed.ts'
import { advanceIncidents } from '../public.ts'

setUpCheckIns()

async function takeSusanOff() {
  const { id } = await care.db
    .selectFrom('contacts')
    .select('id')
    .where('phoneNumber', '=', SUSAN)
    .executeTakeFirstOrThrow()
  await removeContact(care.db, account, id, { confirmLast: true })
}

test('a contact who was taken off the list is not rung for a ring that was still queued', async () => {
  await open()
  care.clock.advance(2 * MINUTE)
  while ((await advanceIncidents(care.deps.incidents)) > 0);
  const queued = await care.db.selectFrom('alertCalls').select('phoneNumber').where('state', '=', 'queued').execute()
  expect(queued).toEqual([{ phoneNumber: SUSAN }])
  await takeSusanOff()
  await care.escalate()
  expect(alertsRung()).toEqual([])
})

/** The last message that a person was sent, as if it waited to be sent. */
async function queuedTo(recipient: string): Promise<number> {
  const alert = await care.db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select('alerts.id')
    .where('channel', '=', 'sms')
    .where('phoneNumber', '=', recipient)
    .orderBy('alerts.id', 'desc')
    .executeTakeFirstOrThrow()
  const { id: messageId } = await care.db
    .insertInto('messages')
    .values({
      accountId: account.id,
      channel: 'sms',
      recipient,
      text: 'Queued',
      subject: null,
      createdAt: care.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await care.db.updateTable('alerts').set({ messageId }).where('id', '=', alert.id).execute()
  return messageId
}

test('a contact who was taken off the list gets no text that could not be sent before', async () => {
  await open()
  const messageId = await queuedTo(SUSAN)
  expect(await isAlertStillNeeded(care.db, messageId)).toBe(true)
  await takeSusanOff()
  expect(await isAlertStillNeeded(care.db, messageId)).toBe(false)
})

describe('contacts taken off the list while an incident is open', () => {
  test('a contact taken off the list who still answers does not read that the incident is over', async () => {
    await open()
    await takeSusanOff()
    expect(await write('1', SUSAN)).not.toMatch(/It is over|already closed/)
  })

  test('a contact taken off the list who rings back does not hear that the incident is over', async () => {
    await open()
    const rang = await ring(SUSAN)
    await takeSusanOff()
    expect(await rang.press('incident', '1')).not.toMatch(/It is over|already closed/)
  })
})

const susanIs = (state: 'declined' | 'stopped' | 'agreed') => {
  const answeredAt = care.clock.now()
  const answer = { state, answeredAt, askAt: null, agreedAt: state === 'agreed' ? answeredAt : null }
  return care.db.updateTable('contacts').set(answer).where('name', '=', 'Susan Hartley').execute()
}
const textsToSusan = () =>
  care.db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select('alerts.id')
    .where('phoneNumber', '=', SUSAN)
    .execute()

describe('an own emergency contact who is in the list of contacts as well', () => {
  beforeEach(async () => {
    await care.db
      .updateTable('lovedOnes')
      .set({ emergencyContactName: 'Susan', emergencyContactPhone: SUSAN })
      .where('accountId', '=', account.id)
      .execute()
  })

  test.each(['declined', 'stopped'] as const)('a person who %s is not alerted under the other entry', async (state) => {
    await susanIs(state)
    await open()
    expect(await textsToSusan()).toEqual([])
  })

  test('a person who says no during an incident gets nothing that is still queued', async () => {
    await open()
    const messageId = await queuedTo(SUSAN)
    expect(await isAlertStillNeeded(care.db, messageId)).toBe(true)
    await susanIs('declined')
    expect(await isAlertStillNeeded(care.db, messageId)).toBe(false)
  })

  test('a person who agreed is alerted once', async () => {
    await susanIs('agreed')
    await open()
    expect(await textsToSusan()).toHaveLength(1)
  })
})

describe('a contact who is in the list twice', () => {
  beforeEach(() => aContact('Susan at work', SUSAN))

  test.each(['declined', 'stopped'] as const)('a contact who %s is not alerted under a second entry', async (state) => {
    await susanIs(state)
    await open()
    expect(await textsToSusan()).toEqual([])
  })

  test('a contact who says no under one entry during an incident gets nothing that is still queued', async () => {
    await open()
    const messageId = await queuedTo(SUSAN)
    expect(await isAlertStillNeeded(care.db, messageId)).toBe(true)
    await susanIs('declined')
    expect(await isAlertStillNeeded(care.db, messageId)).toBe(false)
  })

  test('a contact who agreed is alerted once', async () => {
    await susanIs('agreed')
    await open()
    expect(await textsToSusan()).toHaveLength(1)
  })
})
