import type { Generated } from 'kysely'

export interface PhoneRefusalsTable {
  id: Generated<number>
  /** The one account that this phone does not want to hear from; null: the whole installation. */
  accountId: number | null
  phoneHash: string
  phoneNumber: string
  sealedWith: string | null
  callsRefusedAt: Date | null
  textsRefusedAt: Date | null
  isTextStop: Generated<boolean>
  adminRefusedAt: Date | null
  /** Why, for admins alone. */
  adminReason: string | null
  adminUsername: string | null
}

export interface StopCodesTable {
  phoneHash: string
  codeHash: string
  tries: Generated<number>
  expiresAt: Date
}
