import type { Generated } from 'kysely'

export interface PhoneRefusalsTable {
  id: Generated<number>
  phoneHash: string
  phoneNumber: string
  sealedWith: string | null
  callsRefusedAt: Date | null
  textsRefusedAt: Date | null
  isTextStop: Generated<boolean>
}

export interface StopCodesTable {
  phoneHash: string
  codeHash: string
  tries: Generated<number>
  expiresAt: Date
}
