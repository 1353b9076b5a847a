import { describe, expect, test } from 'vitest'
import { acceptPhone } from '#server/features/contacts/public.ts'
import { applyDecline, declinedNumbers } from '#server/features/refusals/public.ts'
import { incident, open, ringBack, setUpAlerted, texted } from '#test/alerted-fixture.ts'
import {
  aContact,
  account,
  aMissed,
  care,
  incidents,
  lovedOneId,
  MARGARET,
  ring,
  SUSAN,
  statusOf,
  write,
} from '#test/check-in-fixture.ts'
import { escalateFor } from '#test/open-incident.ts'
import { refusedBy } from '#test/refusals.ts'

setUpAlerted()

const REFUSING = 'We do not ring this phone, as it has asked.'
const deps = () => ({ ...care.deps, publicUrl: 'https://cooee.example' })
const declines = (accountId: number, phoneNumber = MARGARET) =>
  care.db.transaction().execute((trx) => applyDecline(deps(), trx, { accountId, phoneNumber }))
const declinedBy = async (...accountIds: number[]) => {
  const wanted = accountIds.map((accountId) => ({ accountId, phoneNumber: MARGARET }))
  return (await declinedNumbers(care.deps, care.db, wanted)).map(({ accountId }) => accountId)
}

describe('somebody who refused texts alone and rings Cooee', () => {
  test('a loved one who refused texts alone is asked how they are, and 1 checks them in', async () => {
    const callId = await aMissed()
    await write('stop texting me')
    const rung = await ring()
    expect(rung.text).toContain("If you're all right, press 1")
    expect(await rung.press('how', '1')).toContain('I have noted that you are all right.')
    expect(await incidents()).toMatchObject([{ callId, status: 'resolved' }])
    expect(await statusOf(callId)).toBe('completed')
    expect(await refusedBy(care.db, MARGARET), 'only START lets texts through again').toEqual(['texts'])
  })

  test('a contact who refused texts alone hears the incident they were alerted about, and takes it on', async () => {
    await open()
    await texted('stop texting me')
    const { text, press } = await ringBack()
    expect(text).toContain("Margaret Hartley didn't answer the 9:00 AM call.")
    await press('1')
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Susan Hartley' })
    expect(await refusedBy(care.db, SUSAN)).toEqual(['texts'])
  })
})

describe('somebody who refused calls and rings Cooee', () => {
  test('a contact who refused calls hears an incident they are still notified about before anything else', async () => {
    await open()
    await texted('stop calling me')
    const { text, press } = await ringBack()
    expect(text).not.toContain(REFUSING)
    expect(text).toContain("Margaret Hartley didn't answer the 9:00 AM call.")
    await press('1')
    expect(await incident()).toMatchObject({ status: 'owned', owner: 'Susan Hartley' })
  })

  test('a contact who refused calls can let Cooee ring again once the incident is over', async () => {
    await open()
    await texted('stop calling me')
    await texted('3')
    const { text, press } = await ringBack()
    expect(text).toContain(REFUSING)
    expect(await press('1', 'lift')).toContain('Cooee may ring this phone again.')
    expect(await refusedBy(care.db, SUSAN)).toEqual([])
  })

  test('a contact who wants neither calls nor texts is not notified any more, and can let Cooee ring again', async () => {
    await open()
    await texted('STOP')
    const { text } = await ringBack()
    expect(text).toContain(REFUSING)
    expect(text).not.toContain('Margaret')
  })

  test('a loved one who refused calls and is alerted about somebody else is asked how they are, and offered that', async () => {
    const john = await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN })
    await open()
    await texted('stop calling me')
    const { text, press } = await ringBack()
    expect(text).toContain('To hear about Margaret Hartley, press 4.')
    await press('1', 'how')
    const checkedIn = await care.db.selectFrom('inboundCalls').select('checkedIn').executeTakeFirstOrThrow()
    expect(checkedIn).toEqual({ checkedIn: [john] })
  })

  test('an incident about the caller is no alert to them', async () => {
    await aContact('Margaret herself', MARGARET)
    await open()
    await escalateFor(30)
    const alerts = await care.db
      .selectFrom('alerts')
      .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
      .select('alerts.id')
      .where('incidentPeople.phoneNumber', '=', MARGARET)
      .execute()
    expect(alerts, 'she was alerted about herself').not.toEqual([])
    await write('stop calling me')
    expect((await ring()).text).toContain(REFUSING)
  })
})

describe('a 9 for one family at a number that several have', () => {
  test('a 9 for one family leaves the check-in of another, and 1 leaves the 9', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { phoneNumber: MARGARET })
    await declines(other.id)
    const callId = await aMissed()
    const rung = await ring()
    expect(rung.text).not.toContain(REFUSING)
    expect(await rung.press('how', '1')).toContain('I have noted that you are all right.')
    expect(await statusOf(callId)).toBe('completed')
    const { checkedIn } = await care.db.selectFrom('inboundCalls').select('checkedIn').executeTakeFirstOrThrow()
    expect(checkedIn.toSorted()).toEqual([lovedOneId, theirs].toSorted())
    expect(await declinedBy(account.id, other.id)).toEqual([other.id])
  })

  test('a 9 for every family with the number is taken back by ringing and pressing 1', async () => {
    const other = await care.anAccount()
    await care.aLovedOne(other, { phoneNumber: MARGARET })
    for (const { id } of [account, other]) await declines(id)
    const rung = await ring()
    expect(rung.text).toContain(REFUSING)
    expect(await rung.press('lift', '1')).toContain('Cooee may ring this phone again.')
    expect(await declinedBy(account.id, other.id)).toEqual([])
  })

  test('a 9 for a family that has removed the person since does not keep others from a check-in', async () => {
    const other = await care.anAccount()
    await declines(other.id)
    expect((await ring()).text).toContain("If you're all right, press 1")
  })

  test('a 9 for the one family that asked can be taken back by ringing after it has removed the person', async () => {
    const other = await care.anAccount()
    await declines(other.id, '+61491570199')
    expect((await ring('+61491570199')).text).toContain(REFUSING)
  })

  test('somebody who declined one family hears the incident of another they are alerted about', async () => {
    const other = await care.anAccount()
    await care.aLovedOne(other, { name: 'Sue', phoneNumber: SUSAN })
    await declines(other.id, SUSAN)
    await open()
    const { text, press } = await ringBack()
    expect(text).toContain('To hear about Margaret Hartley, press 4.')
    expect(await press('4', 'how')).toContain("Margaret Hartley didn't answer")
  })

  test('START takes back a 9 for one family also where another family has the number', async () => {
    const other = await care.anAccount()
    await care.aLovedOne(other, { phoneNumber: MARGARET })
    await declines(other.id)
    await care.db.transaction().execute((trx) => acceptPhone(deps(), trx, MARGARET, { by: 'start' }))
    expect(await declinedBy(other.id)).toEqual([])
  })
})
