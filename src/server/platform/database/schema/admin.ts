import type { ColumnType, Generated } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { DialColumns } from './calls.ts'

export interface AuditLogTable {
  id: Generated<number>
  accountId: number | null
  username: string
  action: string
  detail: string | null
  address: string | null
  at: ColumnType<Date, Date | undefined, never>
}

export interface TestCallsTable extends DialColumns {
  purpose: Generated<'test'>
  accountId: number | null
  callType: CallType
  promptText: string | null
  state: Generated<'dialling' | 'unknown' | 'placed' | 'ended' | 'not_placed'>
  providerStatus: string | null
}
