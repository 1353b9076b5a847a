import type { ColumnType, Generated, Selectable } from 'kysely'
import type { LapseCause } from '#core/plans/standing.ts'
import type { CreatedAt } from './created-at.ts'

/** The circle of a family: what its members share. */
export interface AccountsTable {
  id: Generated<number>
  createdAt: CreatedAt
  /** When its owner first confirmed an email address; null: no phone rings for the account. */
  verifiedAt: Date | null
  trialStartedAt: Generated<Date>
  suspendedAt: Date | null
  suspendedBecause: LapseCause | null
  /** Since when an admin keeps the account from signing in and from using phones; not the suspension of a lapsed plan. */
  suspendedByAdminAt: Date | null
  /** Since when an admin keeps its calls from being talks. */
  talksBlockedAt: Date | null
  lapseNotifiedAt: Date | null
  deleteAt: Date | null
  deletionBeganAt: Date | null
}

/** Somebody who signs in. */
export interface PeopleTable {
  id: Generated<number>
  username: string
  email: string
  /** The address that was verified last; null where none ever was. */
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
}

export interface MembersTable {
  accountId: number
  personId: number
  role: 'owner' | 'carer' | 'viewer'
  /** Words and recordings of calls. Owners and carers always may. */
  mayHearCalls: boolean
  joinedAt: Generated<Date>
  /** Whole days on the member's own clock; alerts go to the others. Null: not away. */
  awayFrom: string | null
  awayUntil: string | null
  /** Another member who looks after things meanwhile. */
  coveredBy: number | null
}

/** Of somebody who is to join a circle; kept after it was accepted. */
export interface InvitationsTable {
  id: Generated<number>
  accountId: number
  invitedBy: number
  email: string
  role: 'carer' | 'viewer'
  note: string | null
  tokenHash: Buffer
  createdAt: CreatedAt
  expiresAt: Date
}

/** The view of each account's owner. */
export interface OwnersView extends Pick<Selectable<PeopleTable>, OwnerColumn> {
  accountId: number
  personId: number
}
type OwnerColumn =
  | 'username'
  | 'email'
  | 'verifiedEmail'
  | 'firstName'
  | 'lastName'
  | 'phoneNumber'
  | 'verifiedPhone'
  | 'timezone'
  | 'role'

export interface SessionsTable {
  id: Generated<number>
  tokenHash: Buffer
  /** The circle that the person entered last. */
  accountId: number
  personId: number
  userAgent: string | null
  address: string | null
  /** Of the token by which the browser is known; null where nothing stores one. */
  deviceHash: Buffer | null
  createdAt: CreatedAt
  lastUsedAt: Generated<Date>
  expiresAt: Date
}

/** Lets a program act for a member in one circle. */
export interface AccessTokensTable {
  id: Generated<number>
  accountId: number
  personId: number
  name: string
  scopes: string[]
  tokenHash: Buffer
  lastFour: string
  createdAt: CreatedAt
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** A key on a device of a person, by its public half. */
export interface PasskeysTable {
  id: Generated<number>
  personId: number
  name: string
  credentialId: Buffer
  /** COSE. */
  publicKey: Buffer
  /** Names the person to their devices. */
  userHandle: Buffer
  /** Of the last use; 0 where the device keeps no count. */
  signCount: number
  createdAt: CreatedAt
  lastUsedAt: Date | null
}

/** What a device has to sign, once and within five minutes. */
export interface PasskeyChallengesTable {
  challengeHash: Buffer
  /** Who adds a passkey; null for signing in. */
  personId: number | null
  userHandle: Buffer | null
  expiresAt: Date
}

export interface PasswordResetsTable {
  tokenHash: Buffer
  personId: number
  createdAt: CreatedAt
  expiresAt: Date
  usedAt: Date | null
}

export interface SecondFactorsTable {
  id: Generated<number>
  personId: number
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
  personId: number
  /** Of the token that the browser keeps. */
  tokenHash: Buffer
  lastUsedAt: Date
}

export interface KnownAddressesTable {
  personId: number
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
  personId: number
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
  personId: number
  email: string
  createdAt: CreatedAt
  expiresAt: Date
  usedAt: Date | null
}

export interface PhoneCodesTable {
  personId: number
  codeHash: string
  tries: Generated<number>
  expiresAt: Date
}
