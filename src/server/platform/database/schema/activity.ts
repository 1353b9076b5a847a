import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './created-at.ts'

export interface ActivityTable {
  id: Generated<number>
  accountId: number
  activityType: string
  description: string
  details: string | null
  lovedOneId: number | null
  callId: number | null
  /** Which member did it; null where none did, and after their login was deleted. */
  personId: number | null
  createdAt: CreatedAt
}

export interface EventsTable {
  id: Generated<number>
  event: string
  accountId: number | null
  data: ColumnType<unknown, string, '{}'>
  createdAt: CreatedAt
  fannedOutAt: Date | null
  words: string | null
  wordsOf: string | null
  sealedWith: string | null
}
