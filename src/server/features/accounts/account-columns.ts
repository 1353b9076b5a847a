/** Everything about an account that may leave the database: all but its password. */
export const ACCOUNT_COLUMNS = [
  'accounts.id',
  'accounts.username',
  'accounts.email',
  'accounts.verifiedEmail',
  'accounts.firstName',
  'accounts.lastName',
  'accounts.phoneNumber',
  'accounts.timezone',
  'accounts.role',
  'accounts.createdAt',
  'accounts.trialStartedAt',
  'accounts.suspendedAt',
  'accounts.suspendedBecause',
  'accounts.lapseToldAt',
  'accounts.deleteAt',
  'accounts.deletionBeganAt',
] as const
