import { expect, test } from 'vitest'
import { account, care, MINUTE, setUpCheckIns, textsTo, write } from '#test/check-in-fixture.ts'
import { alertsRung, escalateFor, open } from '#test/open-incident.ts'
import { advanceIncidents } from '../public.ts'
import { addCause } from '../steps/add-cause.ts'
import { syncMembers } from './sync-members.ts'

setUpCheckIns()

const ROBYN = '+61491570150'
const NEW_PHONE = '+61491570151'

async function moveTo(phoneNumber: string) {
  await care.db.updateTable('people').set({ phoneNumber }).where('id', '=', account.personId).execute()
}

test('an account holder who has another phone is rung there about what is open', async () => {
  await moveTo(ROBYN)
  await open('help')
  await moveTo(NEW_PHONE)
  await escalateFor(5)
  expect(alertsRung()).not.toContain(ROBYN)
  expect(alertsRung()).toContain(NEW_PHONE)
})

test('a ring queued for the account holder’s old phone goes to the new one', async () => {
  await moveTo(ROBYN)
  await open('help')
  care.clock.advance(MINUTE)
  while ((await advanceIncidents(care.deps.incidents)) > 0);
  expect(
    await care.db.selectFrom('alertCalls').select('phoneNumber').where('phoneNumber', '=', ROBYN).execute(),
  ).toHaveLength(1)
  await moveTo(NEW_PHONE)
  await syncMembers(care.db, { accountId: account.id }, care.clock.now())
  await escalateFor(3)
  expect(alertsRung()).not.toContain(ROBYN)
  expect(alertsRung()).toContain(NEW_PHONE)
})

test('a text that the account holder sends from the new phone is understood, and the all-clear goes there', async () => {
  await moveTo(ROBYN)
  await open()
  await moveTo(NEW_PHONE)
  await syncMembers(care.db, { accountId: account.id }, care.clock.now())
  await write('1', NEW_PHONE)
  expect(await care.db.selectFrom('incidents').select('status').execute()).toEqual([{ status: 'owned' }])
  await write('OK')
  expect(textsTo(NEW_PHONE).at(-1)).toContain('texted us')
  expect(textsTo(ROBYN).join(' ')).not.toContain('texted us')
})

test('a step of one incident leaves the others of the account to their own steps, and a change of members reaches all', async () => {
  await moveTo(ROBYN)
  await open('help')
  const neighbour = await care.somebodyElse(account)
  await care.db.transaction().execute((trx) =>
    addCause(care.deps.incidents, trx, {
      ...{ accountId: account.id, lovedOneId: neighbour, callId: null, cause: 'help' },
      ...{ headline: 'Norma asked for help', detail: null },
    }),
  )
  const later = new Date(care.clock.now().getTime() + 60 * MINUTE)
  await care.db.updateTable('incidents').set({ nextAt: later }).where('lovedOneId', '=', neighbour).execute()
  const phones = async () => {
    const rows = await care.db
      .selectFrom('incidentPeople')
      .innerJoin('incidents', 'incidents.id', 'incidentPeople.incidentId')
      .select('incidentPeople.phoneNumber')
      .where('incidentPeople.personId', '=', account.personId)
      .orderBy((eb) => eb('incidents.lovedOneId', '=', neighbour))
      .execute()
    return rows.map(({ phoneNumber }) => phoneNumber)
  }
  await moveTo(NEW_PHONE)
  care.clock.advance(MINUTE)
  while ((await advanceIncidents(care.deps.incidents)) > 0);
  expect(await phones()).toEqual([NEW_PHONE, ROBYN])
  await syncMembers(care.db, { accountId: account.id }, care.clock.now())
  expect(await phones()).toEqual([NEW_PHONE, NEW_PHONE])
})
