import { z } from 'zod'
import type { ScreenState } from './screen-state.ts'
import { all, announced, dialog, press, question, text } from './steps.ts'

/** The first contact has answered STOP. */
function withoutTexts(answered: unknown): unknown {
  const contacts = z.array(z.looseObject({})).parse(answered)
  return contacts.map((contact, index) =>
    index === 0
      ? { ...contact, textsStoppedAt: '2026-03-10T00:00:00.000Z', callsStoppedAt: '2026-03-10T00:00:00.000Z' }
      : contact,
  )
}

const every = (answered: unknown, fields: object) =>
  z
    .array(z.looseObject({}))
    .parse(answered)
    .map((each) => ({ ...each, ...fields }))

const A_FRIEND = {
  ...{ id: 100_001, lovedOneId: 1, name: 'Bill Jones', phoneNumber: '+61491570158', contactType: 'family' },
  ...{ isEmergencyContact: false, relationship: null, notes: null },
}

/** `lovedOneId` has contacts. */
export function contactsStates(lovedOneId: number): readonly ScreenState[] {
  const contacts = `/contacts?lovedOneId=${lovedOneId}&lovedOneName=Margaret%20Hartley`
  return [
    { name: 'contacts', path: contacts, ready: text('Tom Hartley') },
    {
      name: 'contacts, one who takes no texts',
      path: contacts,
      answers: { 'GET /api/contacts': withoutTexts },
      ready: text('Doesn’t want texts'),
    },
    {
      name: 'contacts, the number failed',
      path: contacts,
      answers: all('failed', 'phone'),
      ready: text('We couldn’t load the number'),
    },
    {
      name: 'contacts, nobody for emergencies',
      path: contacts,
      answers: {
        'GET /api/contacts': (answered) => every(answered, { isEmergencyContact: false }),
        'GET /api/loved-ones': (answered) => every(answered, { hasEmergencyContact: false }),
      },
      ready: text('No emergency contact'),
    },
    {
      name: 'a contact was added, tell them?',
      path: contacts,
      answers: { 'POST /api/contacts': { status: 201, body: A_FRIEND } },
      ready: text('Tom Hartley'),
      act: async (page) => {
        await press(page, 'Add Contact')
        await dialog(page)
        await page.getByLabel('Name').fill(A_FRIEND.name)
        await page.getByLabel('Phone Number').fill(A_FRIEND.phoneNumber)
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await question(page)
      },
    },
    { name: 'contacts, empty', path: contacts, answers: all('empty', 'contacts'), ready: text('No contacts yet') },
    { name: 'contacts, waiting', path: contacts, answers: all('waiting', 'contacts'), ready: announced(/^Loading/) },
    { name: 'contacts, failed', path: contacts, answers: all('failed', 'contacts'), ready: text('Failed to fetch') },
    {
      name: 'add a contact, nothing typed',
      path: contacts,
      ready: text('Tom Hartley'),
      act: async (page) => {
        await press(page, 'Add Contact')
        await dialog(page)
        await page.getByRole('dialog').locator('button[type=submit]').click()
        await text('Contact name is required')(page)
      },
    },
    {
      name: 'delete a contact?',
      path: contacts,
      ready: text('Tom Hartley'),
      act: async (page) => {
        await press(page, 'Delete Tom Hartley')
        await question(page)
      },
    },
  ]
}
