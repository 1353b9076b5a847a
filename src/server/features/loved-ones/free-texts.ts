import { readableText, UNREADABLE_TEXT } from '#server/platform/sealing/readable-text.ts'
import type { SealedTextColumn } from '#server/platform/sealing/sealed-columns.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** What an account holder writes about a loved one, often about their health: null where there is nothing. */
export interface FreeTexts {
  notes: string | null
  medicalConditions: string | null
}

/** The same as the table holds it. */
export interface StoredFreeTexts extends FreeTexts {
  notesSealedWith: string | null
  medicalConditionsSealedWith: string | null
}

export const STORED_FREE_TEXTS = [
  'lovedOnes.notes',
  'lovedOnes.notesSealedWith',
  'lovedOnes.medicalConditions',
  'lovedOnes.medicalConditionsSealedWith',
] as const

type Given = { [Field in keyof FreeTexts]?: string | null | undefined }

/**
 * The columns for what is given, sealed where there is a key. What is left out stays as it is, and so does what a form
 * sends back that was shown the remark in place of a text: that must not take the place of the text.
 */
export function storedFreeTexts(sealing: Sealing, lovedOneId: number, given: Given): Partial<StoredFreeTexts> {
  const notes = columnsFor(sealing, 'loved_ones.notes', lovedOneId, given.notes)
  const conditions = columnsFor(sealing, 'loved_ones.medical_conditions', lovedOneId, given.medicalConditions)
  return {
    ...(notes && { notes: notes.value, notesSealedWith: notes.sealedWith }),
    ...(conditions && { medicalConditions: conditions.value, medicalConditionsSealedWith: conditions.sealedWith }),
  }
}

type Column = Extract<SealedTextColumn, `loved_ones.${string}`>

function columnsFor(sealing: Sealing, column: Column, id: number, given: string | null | undefined) {
  if (given === undefined || given === UNREADABLE_TEXT) return null
  return given === null ? { value: null, sealedWith: null } : sealing.sealText(column, { id }, given)
}

/** A row with its free texts readable; where one cannot be opened, a remark that says so. */
export function withFreeTexts<Row extends StoredFreeTexts & { id: number }>(sealing: Sealing, row: Row) {
  const { notesSealedWith, medicalConditionsSealedWith, ...rest } = row
  const open = (column: Column, value: string | null, sealedWith: string | null) =>
    value === null ? null : readableText(sealing.openText(column, row, { value, sealedWith }))
  return {
    ...rest,
    notes: open('loved_ones.notes', row.notes, notesSealedWith),
    medicalConditions: open('loved_ones.medical_conditions', row.medicalConditions, medicalConditionsSealedWith),
  }
}
