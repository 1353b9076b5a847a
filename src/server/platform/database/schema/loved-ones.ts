import type { Generated } from 'kysely'
import type { ContactState } from '#core/contacts/contact-state.ts'
import type { Language } from '#core/languages/language.ts'
import type { CreatedAt } from './created-at.ts'

export interface LovedOnesTable {
  id: Generated<number>
  accountId: number
  name: string
  phoneNumber: string
  timezone: string
  relationship: string | null
  notes: string | null
  medicalConditions: string | null
  notesSealedWith: string | null
  medicalConditionsSealedWith: string | null
  preferredName: string | null
  familyWord: string | null
  /** In which they are called and texted. */
  language: Generated<Language>
  reminderText: string | null
  reminderTextSealedWith: string | null
  address: string | null
  addressSealedWith: string | null
  accessNote: string | null
  accessNoteSealedWith: string | null
  emergencyContactName: string | null
  emergencyContactPhone: string | null
  recordCalls: Generated<boolean>
  /** Whether check-ins may be a talk, once the person has agreed. */
  talks: Generated<boolean>
  retryAttempts: number | null
  retryDelayMinutes: number | null
  secondPhoneNumber: string | null
  /** The number of ours from which they are rung; null: the main one. */
  rungFrom: string | null
  /** Numbers that rang them before and were listed no more, the first one first: listed again, it rings them again. */
  rungFromBefore: Generated<string[]>
  /** The town whose forecast is looked at, by its id in `core/hot-days/towns.ts`; null: none is. */
  hotDaysTown: string | null
  createdAt: CreatedAt
}

export interface ContactsTable {
  id: Generated<number>
  accountId: number
  lovedOneId: number
  name: string
  phoneNumber: string
  contactType: Generated<'family' | 'friend' | 'caregiver' | 'emergency'>
  isEmergencyContact: Generated<boolean>
  relationship: string | null
  notes: string | null
  position: number
  createdAt: CreatedAt
  state: Generated<ContactState>
  /** When the next question is due; null: none is. */
  askAt: Generated<Date | null>
  askedAt: Date | null
  answeredAt: Date | null
  /** Of a yes that stands, whatever has become of the phone since. */
  agreedAt: Date | null
  /** When the last text of ours arrived. */
  deliveredAt: Date | null
  linkVersion: Generated<number>
  /** Empty: every day. */
  reachableDays: Generated<string[]>
  reachableFrom: string | null
  reachableTo: string | null
  /** Null: the loved one's. */
  reachableZone: string | null
  /** The first day on which they can be reached again, `YYYY-MM-DD`. */
  awayUntil: string | null
  minutesAway: number | null
  hasKey: Generated<boolean>
  keyNote: string | null
  keyNoteSealedWith: string | null
}
