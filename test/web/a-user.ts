import { type User, userSchema } from '#contract/accounts/accounts.ts'

/** A signed-in account holder, as the contract describes one. */
export function aUser(overrides: Partial<User> = {}): User {
  return userSchema.parse({
    id: 7,
    username: 'robyn.hartley',
    email: 'robyn.hartley@example.com',
    emailVerified: true,
    callsWaitForEmail: false,
    circle: { id: 1, name: 'Jane’s family', role: 'owner', mayHearCalls: true },
    circles: [{ id: 1, name: 'Jane’s family', role: 'owner' }],
    firstName: 'Robyn',
    lastName: 'Hartley',
    phoneNumber: null,
    phoneVerified: false,
    timezone: 'Australia/Sydney',
    role: 'account_holder',
    ...overrides,
  })
}
