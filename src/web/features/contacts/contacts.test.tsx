// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Contact, contactSchema, orderContactsBody } from '#contract/people/contacts.ts'
import { aUser } from '#test/web/a-user.ts'
import { aLovedOne } from '#test/web/answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { signIn } from '#web/lib/session/session.ts'
import { inOrderOf } from './moved.ts'

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
const lovedOnes = { 'GET /api/loved-ones': () => json(200, [aLovedOne({ id: 2, name: 'Margaret Hartley' })]) }

test('contacts can be rung from the list, in Australian grouping', async () => {
  fakeFetch({ ...lovedOnes, 'GET /api/contacts': () => json(200, [aContact()]) })
  renderAt(ADDRESS)
  const number = await screen.findByRole('link', { name: /\+61\s491\s571\s266/ })
  expect(number.getAttribute('href')).toBe('tel:+61491571266')
})

test('the server decides whose contacts are shown, not the address', async () => {
  fakeFetch({ ...lovedOnes, 'GET /api/contacts': () => json(200, [aContact()]) })
  const { user } = renderAt('/contacts?lovedOneId=2&lovedOneName=Evil+Name')
  expect(await screen.findByText('For Margaret Hartley')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Add Contact' }))
  expect(within(await screen.findByRole('dialog')).getByText('For Margaret Hartley')).toBeDefined()
  expect(screen.queryByText(/Evil Name/)).toBeNull()
})

test('a contact who has answered STOP is flagged, the others are not', async () => {
  fakeFetch({
    'GET /api/contacts': () =>
      json(200, [
        aContact({ textsStoppedAt: '2026-03-10T00:00:00.000Z' }),
        aContact({ id: 5, name: 'Dawn Kelly', phoneNumber: '+61491571267' }),
      ]),
  })
  renderAt(ADDRESS)
  const flag = await screen.findByText('Doesn’t want texts')
  expect(flag.closest('article')?.querySelector('h2')?.textContent).toBe('Pete Hartley')
})

test('a failed load is never shown as an empty list of contacts', async () => {
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
  expect(screen.getByText(/^Off: we never tell Dawn about missed calls/)).toBeDefined()
  await user.click(submit())
  expect(await screen.findByRole('alertdialog', { name: 'Tell Dawn about missed calls?' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(await screen.findByRole('heading', { name: 'Dawn Kelly' })).toBeDefined()
  expect(screen.getByText('Dawn is not told about missed calls')).toBeDefined()
  expect(seen.find(({ method }) => method === 'POST')?.body).toMatchObject({
    lovedOneId: 2,
    name: 'Dawn Kelly',
    contactType: 'family',
    isEmergencyContact: false,
  })
})

test('a new contact can be chosen to be notified right away, and the page says when nobody is', async () => {
  const contacts: Contact[] = []
  const seen = fakeFetch({
    'GET /api/contacts': () => json(200, contacts),
    'GET /api/loved-ones': () =>
      json(200, [aLovedOne({ id: 2, hasEmergencyContact: contacts.some((each) => each.isEmergencyContact) })]),
    'POST /api/contacts': ({ body }) => {
      contacts.push(contactSchema.parse({ ...(body as object), id: 9, relationship: null, notes: null }))
      return json(201, contacts[0])
    },
    'PATCH /api/contacts/9': ({ body }) => {
      contacts.splice(0, 1, contactSchema.parse({ ...contacts[0], ...(body as object) }))
      return json(200, contacts[0])
    },
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Add Contact' }))
  await user.type(screen.getByLabelText('Name'), 'Dawn Kelly')
  await user.type(screen.getByLabelText('Phone Number'), '02 5550 0188')
  await user.click(screen.getAllByRole('button', { name: 'Add Contact' }).at(-1) ?? document.body)
  await screen.findByRole('alertdialog')
  expect(screen.getByText('No emergency contact')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Tell Dawn' }))
  await waitFor(() => expect(screen.queryByText('No emergency contact')).toBeNull())
  expect(seen.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ isEmergencyContact: true })
  expect(screen.queryByText('Dawn is not told about missed calls')).toBeNull()
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

test('a contact is changed, and a refusal is shown in the dialog and as a toast', async () => {
  const message = 'Please enter a valid phone number'
  let refuse = true
  const seen = fakeFetch({
    'GET /api/contacts': () => json(200, [aContact()]),
    'PATCH /api/contacts/4': () =>
      refuse ? json(400, { message, errors: [{ path: 'phoneNumber', message }] }) : json(200, aContact()),
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Edit Pete Hartley' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Contact' }))
  await user.click(dialog.getByRole('switch', { name: 'Emergency contact' }))
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findAllByText(`Failed to update contact: Validation error: ${message}`)).toHaveLength(2)
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Phone Number')))
  refuse = false
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Pete Hartley has been updated')).toBeDefined()
  expect(seen.findLast(({ method }) => method === 'PATCH')?.body).toMatchObject({ isEmergencyContact: false })
})

test('a save whose answer is lost keeps what was typed, and trying again adds nobody twice', async () => {
  let isCut = true
  const seen = fakeFetch({
    'GET /api/contacts': () => json(200, []),
    'POST /api/contacts': ({ body }) => {
      if (isCut) throw new TypeError('Failed to fetch')
      return json(201, contactSchema.parse({ ...(body as object), id: 9, relationship: null, notes: null }))
    },
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Add Contact' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Dawn Kelly')
  await user.type(dialog.getByLabelText('Phone Number'), '02 5550 0188')
  await user.click(dialog.getByRole('button', { name: 'Add Contact' }))
  const alert = await dialog.findByRole('alert')
  expect(alert.textContent).toContain('Failed to add contact: There was a problem connecting to the server')
  expect(alert.textContent).toContain('You can safely try again: we won’t save it twice.')
  expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Dawn Kelly')
  isCut = false
  await user.click(dialog.getByRole('button', { name: 'Add Contact' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const keys = seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
})

test('a deletion that fails says why, and the contact is still there', async () => {
  fakeFetch({
    'GET /api/contacts': () => json(200, [aContact()]),
    'DELETE /api/contacts/4': () => json(503, { message: 'Cooee is busy right now.' }),
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Delete Pete Hartley' }))
  await user.click(await screen.findByRole('button', { name: 'Delete contact' }))
  expect(await screen.findByText('Failed to delete contact: Cooee is busy right now.')).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Pete Hartley' })).toBeDefined()
})

test.each([
  ['without them, the deletion was done', true, 'Pete Hartley has been deleted'],
  [
    'with them, it may still be',
    false,
    'Failed to delete contact: There was a problem connecting to the server. Pete Hartley may have been deleted all the same. This page is checking now.',
  ],
] as const)('a deletion whose answer is lost asks the list: %s', async (_list, isDone, words) => {
  let contacts = [aContact()]
  fakeFetch({
    'GET /api/contacts': () => json(200, contacts),
    'DELETE /api/contacts/4': () => {
      if (isDone) contacts = []
      throw new TypeError('Failed to fetch')
    },
  })
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Delete Pete Hartley' }))
  await user.click(await screen.findByRole('button', { name: 'Delete contact' }))
  expect(await screen.findByText(words)).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

describe('the order', () => {
  const pete = aContact()
  const dawn = aContact({ id: 5, name: 'Dawn Kelly', isEmergencyContact: false })
  const sunita = aContact({ id: 6, name: 'Sunita Rao', isEmergencyContact: false })

  function server(answer?: () => Response) {
    let contacts = [pete, dawn, sunita]
    return fakeFetch({
      'GET /api/contacts': () => json(200, contacts),
      'PUT /api/contacts/order': ({ body }) => {
        if (answer) return answer()
        const { contactIds } = orderContactsBody.parse(body)
        contacts = inOrderOf(contacts, contactIds)
        return json(200, contacts)
      },
    })
  }
  const shown = () => screen.getAllByRole('listitem').map((row) => row.querySelector('.who__name')?.textContent)

  test('the order of contacts is changed with buttons, saved at once, said aloud, and the focus stays', async () => {
    const seen = server()
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Change Order' }))
    await user.click(screen.getByRole('button', { name: 'Move Pete Hartley down' }))
    expect(shown()).toEqual(['Dawn Kelly', 'Pete Hartley', 'Sunita Rao'])
    expect(screen.getByText('Pete Hartley is now 2 of 3').getAttribute('role')).toBe('status')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Pete Hartley down' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(2))
    expect(seen.findLast(({ method }) => method === 'PUT')?.body).toEqual({ lovedOneId: 2, contactIds: [5, 6, 4] })
    await user.click(screen.getByRole('button', { name: 'Done' }))
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.textContent)).toEqual(['Dawn Kelly', 'Sunita Rao', 'Pete Hartley'])
  })

  test('the first contact cannot move up, and the last cannot move down', async () => {
    const seen = server()
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Change Order' }))
    const up = screen.getByRole('button', { name: 'Move Pete Hartley up' })
    expect(up.getAttribute('aria-disabled')).toBe('true')
    await user.click(up)
    expect(screen.getByRole('button', { name: 'Move Sunita Rao down' }).getAttribute('aria-disabled')).toBe('true')
    expect(seen.some(({ method }) => method === 'PUT')).toBe(false)
  })

  test('an order of contacts that cannot be saved goes back to the saved one, and says so', async () => {
    server(() => json(409, { message: 'The contacts have changed. Please look again.' }))
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Change Order' }))
    await user.click(screen.getByRole('button', { name: 'Move Sunita Rao up' }))
    expect(await screen.findByText(/^Failed to save the order: The contacts have changed/)).toBeDefined()
    await waitFor(() => expect(shown()).toEqual(['Pete Hartley', 'Dawn Kelly', 'Sunita Rao']))
  })

  test('a single contact has no button to move', async () => {
    fakeFetch({ 'GET /api/contacts': () => json(200, [pete]) })
    renderAt(ADDRESS)
    await screen.findByRole('heading', { name: 'Pete Hartley' })
    expect(screen.queryByRole('button', { name: 'Change Order' })).toBeNull()
  })
})

test('an impossible loved one in the address is reported as unknown, with the way back', async () => {
  const seen = fakeFetch({ 'GET /api/loved-ones': () => json(200, []) })
  const app = renderAt('/contacts?lovedOneId=abc')
  expect(await screen.findByText('No loved one selected.')).toBeDefined()
  expect(seen.some(({ path }) => path === '/api/contacts')).toBe(false)
  await app.user.click(screen.getByRole('link', { name: 'Go Back to Loved Ones' }))
  await waitFor(() => expect(app.address()).toBe('/loved-ones'))
})

test('the way back to the loved ones is at the top', async () => {
  fakeFetch({ 'GET /api/contacts': () => json(200, []), 'GET /api/loved-ones': () => json(200, []) })
  const app = renderAt(ADDRESS)
  expect(await screen.findByText('No contacts yet')).toBeDefined()
  await app.user.click(screen.getByRole('link', { name: 'Back to Loved Ones' }))
  await waitFor(() => expect(app.address()).toBe('/loved-ones'))
})

test('without a loved one in the address the screen goes back to the loved ones', async () => {
  fakeFetch({ 'GET /api/loved-ones': () => json(200, []) })
  const app = renderAt('/contacts')
  await waitFor(() => expect(app.address()).toBe('/loved-ones'))
})
