import type { Generated } from 'kysely'
import type { ConsentState, ConsentSubject, ConsentWay } from '#core/consent/consent.ts'

export interface ConsentsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  subject: ConsentSubject
  state: ConsentState
  how: ConsentWay
  wording: string
  at: Date
}
