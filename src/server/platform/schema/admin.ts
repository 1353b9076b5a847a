import type { ColumnType, Generated } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { CreatedAt } from './created-at.ts'

export interface AuditLogTable {
  id: Generated<number>
  accountId: number | null
  username: string
  action: string
  detail: string | null
  address: string | null
  at: ColumnType<Date, Date | undefined, never>
}

export interface TestCallsTable {
  id: Generated<number>
  accountId: number | null
  phoneNumber: string
  callType: CallType
  promptText: string | null
  providerCallId: string | null
  status: Generated<string>
  keys: Generated<string>
  createdAt: CreatedAt
  endedAt: Date | null
}
