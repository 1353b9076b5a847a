import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { noteRangCooee } from './rang-cooee.ts'

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

const rings = () =>
  on.care.db.transaction().execute((trx) => noteRangCooee(on.care.deps.incidents, trx, { lovedOneId: on.lovedOneId }))
const notified = async () => (await on.alerted()).filter((alert) => alert.includes(' rang '))

test('everybody who was alerted is notified that the loved one rang, once in an hour, and the incident stays open', async () => {
  await on.open('help')
  await on.care.escalate()
  await rings()
  await rings()
  expect(await notified()).toEqual(['Robyn Hartley email rang 1', 'Susan Hartley sms rang 1'])
  expect(on.textsTo(SUSAN).at(-1)).toMatch(
    /^Cooee: Margaret's phone rang us at 9:00 AM\. We still don't know how Margaret is\. Please keep checking on Margaret/,
  )
  expect(await on.incident()).toMatchObject({ status: 'running' })
  await on.passRingingOut(61)
  await rings()
  expect(await notified()).toContain('Susan Hartley sms rang 2')
})

test('the owner alone is notified that the loved one rang', async () => {
  await on.open()
  await on.care.escalate()
  await on.answer('Susan Hartley', { kind: 'calling' })
  await rings()
  expect(await notified()).toEqual(['Susan Hartley sms rang 1'])
})

test('nobody is notified that the loved one rang where no incident is open', async () => {
  await rings()
  await on.open()
  await on.answer('Susan Hartley', { kind: 'ok' })
  await rings()
  expect(await notified()).toEqual([])
})
