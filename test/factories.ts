import type { z } from 'zod'
import type { registerBody } from '#contract/accounts/sign-in/credentials.ts'
import type { AddContactBody } from '#contract/people/contacts.ts'
import type { addLovedOneBody } from '#contract/people/loved-one-forms.ts'

let count = 0
/** Counts up, so that names and e-mails of one run never meet. */
export const aNumber = (): number => {
  count += 1
  return count
}

export const A_PASSWORD = 'Sunny-Morning-7'

/** The body of a registration that is accepted. */
export function aRegistration(fields: Record<string, unknown> = {}): z.input<typeof registerBody> {
  const number = aNumber()
  return {
    username: `carer${number}`,
    email: `carer${number}@example.com`,
    password: A_PASSWORD,
    firstName: 'Jane',
    lastName: 'Hartley',
    ...fields,
  }
}

/** The body of a loved one that is accepted. The number is one of those that belong to nobody. */
export function aLovedOne(fields: Record<string, unknown> = {}): z.input<typeof addLovedOneBody> {
  return {
    name: 'Margaret Hartley',
    phoneNumber: '0491 570 156',
    timezone: 'Australia/Sydney',
    relationship: 'parent',
    ...fields,
  }
}

/** The body of a contact that is accepted. */
export function aContact(lovedOneId: number, fields: Partial<AddContactBody> = {}) {
  return { lovedOneId, name: 'June Murray', phoneNumber: '0491 570 110', ...fields }
}
