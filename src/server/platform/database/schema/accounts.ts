import type { ColumnType, Generated } from 'kysely'
import type { LapseCause } from '#core/plans/standing.ts'
import type { CreatedAt } from './created-at.ts'

export interface AccountsTable {
  id: Generated<number>
  username: string
  email: string
  /** The address that was verified last; null where none ever was: then no phone rings for the account. */
  verifiedEmail: string | null
  passwordHash: string
  firstName: string | null
  lastName: string | null
  phoneNumber: string | null
  /** The same number where a code proved that our texts reach it; else null. */
  verifiedPhone: string | null
  timezone: Generated<string>
  role: Generated<'account_holder' | 'admin'>
  createdAt: CreatedAt
  trialStartedAt: Generated<Date>
  suspendedAt: Date | null
  suspendedBecause: LapseCause | null
  /** Since when an admin keeps the account from signing in and from using phones; not the suspension of a lapsed plan. */
  suspendedByAdminAt: Date | null
  lapseNotifiedAt: Date | null
  deleteAt: Date | null
  deletionBeganAt: Date | null
}

export interface SessionsTable {
  id: Generated<number>
  tokenHash: Buffer
  accountId: number
  userAgent: string | null
  address: string | null
  createdAt: CreatedAt
  lastUsedAt: Generated<Date>
  expiresAt: Date
}

export interface PasswordResetsTable {
  tokenHash: Buffer
  accountId: number
  createdAt: CreatedAt
  expiresAt: Date
  usedAt: Date | null
}

export interface SecondFactorsTable {
  id: Generated<number>
  accountId: number
  secret: string
  sealedWith: string | null
  createdAt: CreatedAt
  confirmedAt: Date | null
  lastStep: number | null
}

export interface RecoveryCodesTable {
  secondFactorId: number
  codeHash: Buffer
  usedAt: Date | null
}

export interface LoginFailuresTable {
  id: Generated<number>
  address: string
  identifier: string
  /** Where the device is one that the account knows. */
  deviceHash: Buffer | null
  failedAt: ColumnType<Date, Date | undefined, never>
}

export interface KnownDevicesTable {
  accountId: number
  /** Of the token that the browser keeps. */
  tokenHash: Buffer
  lastUsedAt: Date
}

export interface KnownAddressesTable {
  accountId: number
  address: string
  lastUsedAt: Date
}

export interface QuotaUsesTable {
  quota: string
  subject: string
  windowStartedAt: Date
  used: number
}

export interface CreationKeysTable {
  accountId: number
  key: string
  requestHash: Buffer
  createdId: number | null
  createdAt: Date
}

export interface ProfileChangesTable {
  id: Generated<number>
  accountId: number
  tokenHash: Buffer
  oldEmail: string
  oldPhoneNumber: string | null
  oldPhoneVerified: Generated<boolean>
  createdAt: CreatedAt
  expiresAt: Date
  undoneAt: Date | null
}

export interface EmailVerificationsTable {
  tokenHash: Buffer
  accountId: number
  email: string
  createdAt: CreatedAt
  expiresAt: Date
  usedAt: Date | null
}

export interface PhoneCodesTable {
  accountId: number
  codeHash: string
  tries: Generated<number>
  expiresAt: Date
}
