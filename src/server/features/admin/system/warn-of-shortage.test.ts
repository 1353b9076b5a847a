import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialBy } from '#core/calls/grace-period.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'
import { warnOfShortage } from './warn-of-shortage.ts'

const NINE = new Date('2026-03-10T22:00:00.000Z')
let cooee: TestApp
let admin: SignedIn

beforeAll(async () => {
  cooee = await buildTestApp({ callsPerSecond: 1 })
  admin = await cooee.anAdmin()
})
afterAll(() => cooee.close())

const warn = () =>
  warnOfShortage({
    ...cooee,
    log: pino({ level: 'silent' }),
    callsPerSecond: 1,
    ownNumbers: ['+61491570100'],
    publicUrl: 'http://localhost:3000',
  })
const mails = () =>
  cooee.db
    .selectFrom('messages')
    .select(['recipient', 'subject', 'text'])
    .where('subject', 'like', '%in time')
    .execute()

test('admins are mailed a day ahead, once, when more calls are booked than can be dialled in time', async () => {
  const carer = await cooee.aRegisteredAccount()
  const { id: lovedOneId } = (await carer.post('/api/loved-ones', aLovedOne())).json()
  const call = {
    accountId: carer.user.circle.id,
    lovedOneId,
    callType: 'wake_up_call' as const,
    scheduledFor: NINE,
    dialAt: NINE,
    dialBy: dialBy('wake_up_call', NINE),
  }
  await cooee.db
    .insertInto('calls')
    .values(Array.from({ length: 480 }, () => call))
    .execute()
  await warn()
  expect(await mails()).toEqual([])

  await cooee.db.insertInto('calls').values([call, call]).execute()
  await Promise.all([warn(), warn()])
  await warn()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    recipient: admin.user.email,
    subject: '2 calls of the next 24 hours cannot be placed in time',
  })
  expect(mail?.text).toContain('482 fall due within 15 minutes')
})
