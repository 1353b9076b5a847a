import type { Generated } from 'kysely'
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
  reminderText: string | null
  reminderTextSealedWith: string | null
  address: string | null
  addressSealedWith: string | null
  accessNote: string | null
  accessNoteSealedWith: string | null
  emergencyContactName: string | null
  emergencyContactPhone: string | null
  recordCalls: Generated<boolean>
  retryAttempts: number | null
  retryDelayMinutes: number | null
  secondPhoneNumber: string | null
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
}
