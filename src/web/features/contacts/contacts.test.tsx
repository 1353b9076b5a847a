// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Contact, contactSchema } from '#contract/contacts.ts'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { signIn } from '#web/lib/session.ts'

beforeEach(() => signIn({ user: aUser(), token: 'secret' }))

function aContact(overrides: Partial<Contact> = {}): Contact {
  return contactSchema.parse({
    id: 4,
    lovedOneId: 2,
    name: 'Pete Hartley',
    phoneNumber: '+61491571266',
    contactType: 'family',
    isEmergencyContact: true,
    relationship: 'Son',
    notes: null,
    ...overrides,
  })
}
const ADDRESS = '/contacts?lovedOneId=2&lovedOneName=Margaret'

test('contacts can be rung from the list, in Australian grouping', async () => {
  fakeFetch({ 'GET /api/contacts': () => json(200, [aContact()]) })
  renderAt(ADDRESS)
  const number = await screen.findByRole('link', { name: '+61 491 571 266' })
  expect(number.getAttribute('href')).toBe('tel:+61491571266')
  expect(screen.getByText('For Margaret')).toBeDefined()
})

test('a failed load never looks like an empty list', async () => {
  fakeFetch({ 'GET /api/contacts': () => json(500, { message: 'Something broke' }) })
  renderAt(ADDRESS)
  expect(await screen.findByText('Failed to fetch contacts')).toBeDefined()
  expect(screen.queryByText('No contacts yet')).toBeNull()
})

test('a new contact needs a name and a number, and is then in the list', async () => {
  const contacts: Contact[] = []
  const seen = fakeFetch({
    'GET /api/contacts': () => json(200, contacts),
    'POST /api/contacts': ({ body }) => {
      const created = contactSchema.parse({ ...(body as object), id: 9, relationship: null, notes: null })
      contacts.push(created)
      return json(201, created)
    },
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Add Contact' }))
  const submit = () => screen.getAllByRole('button', { name: 'Add Contact' }).at(-1) ?? document.body
  await user.click(submit())
  expect(await screen.findByText('Contact name is required')).toBeDefined()
  expect(screen.getByText('Phone number is required')).toBeDefined()
  await user.type(screen.getByLabelText('Name'), 'Dawn Kelly')
  await user.type(screen.getByLabelText('Phone Number'), '02 5550 0188')
  await user.click(submit())
  expect(await screen.findByRole('heading', { name: 'Dawn Kelly' })).toBeDefined()
  expect(seen.find(({ method }) => method === 'POST')?.body).toMatchObject({
    lovedOneId: 2,
    name: 'Dawn Kelly',
    contactType: 'family',
    isEmergencyContact: false,
  })
})

test('deleting asks first and names the person', async () => {
  let contacts = [aContact()]
  const seen = fakeFetch({
    'GET /api/contacts': () => json(200, contacts),
    'DELETE /api/contacts/4': () => {
      contacts = []
      return json(204)
    },
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Delete Pete Hartley' }))
  expect(await screen.findByText('Delete Pete Hartley?')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Delete contact' }))
  expect(await screen.findByText('No contacts yet')).toBeDefined()
  expect(seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('without a loved one in the address the screen goes back to the loved ones', async () => {
  fakeFetch({ 'GET /api/loved-ones': () => json(200, []) })
  const app = renderAt('/contacts')
  await waitFor(() => expect(app.address()).toBe('/loved-ones'))
})
