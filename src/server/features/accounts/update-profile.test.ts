import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/build-test-app.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

test('what is given changes, the rest stays, and the whole user comes back', async () => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.patch('/api/profile', { firstName: ' Janet ', timezone: 'Pacific/Auckland' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ...jane.user, firstName: 'Janet', timezone: 'Pacific/Auckland' })
  expect((await jane.get('/api/me')).json()).toEqual(answer.json())
})

test('an empty change changes nothing', async () => {
  const jane = await cooee.aRegisteredAccount()
  expect((await jane.patch('/api/profile', {})).json()).toEqual(jane.user)
  expect((await jane.patch('/api/profile', { role: 'admin', id: 1 })).json()).toEqual(jane.user)
})

test('a phone number is kept in the form it can be reached by, and can be taken away', async () => {
  const jane = await cooee.aRegisteredAccount()
  expect((await jane.patch('/api/profile', { phoneNumber: '0491 570 156' })).json().phoneNumber).toBe('+61491570156')
  expect((await jane.patch('/api/profile', { phoneNumber: '' })).json().phoneNumber).toBeNull()
})

test.each([
  [{ firstName: '' }, 'firstName', 'First name is required'],
  [{ lastName: '  ' }, 'lastName', 'Last name is required'],
  [{ email: 'nowhere' }, 'email', 'Invalid email address'],
  [{ phoneNumber: '12345' }, 'phoneNumber', 'Phone number must be at least 10 digits'],
  [{ phoneNumber: 'call me 0491570156' }, 'phoneNumber', 'Please enter a valid phone number'],
  [{ timezone: 'Mars/Olympus' }, 'timezone', 'Please select a timezone'],
  [{ timezone: '+10:00' }, 'timezone', 'Please select a timezone'],
])('refuses %j in the words of the form', async (body, path, message) => {
  const jane = await cooee.aRegisteredAccount()
  const answer = await jane.patch('/api/profile', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message, errors: [{ path, message }] })
})

test('an email that somebody else has is refused; the own one in other letters is not', async () => {
  const jane = await cooee.aRegisteredAccount()
  const june = await cooee.aRegisteredAccount()
  const taken = await jane.patch('/api/profile', { email: june.user.email.toUpperCase() })
  expect(taken.statusCode).toBe(409)
  expect(taken.json().errors[0].path).toBe('email')
  expect((await jane.patch('/api/profile', { email: jane.user.email.toUpperCase() })).statusCode).toBe(200)
})

test('a new email is told to the old address', async () => {
  const jane = await cooee.aRegisteredAccount()
  await jane.patch('/api/profile', { email: `new-${jane.user.email}` })
  const outbox = await cooee.request('GET', '/api/sandbox/outbox')
  expect(outbox.json()[0]).toMatchObject({
    to: jane.user.email,
    subject: 'The email address of your Cooee account was changed',
  })
})
