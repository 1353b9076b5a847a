import { isUnreadableText } from '#contract/unreadable-text.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { SealedTextColumn } from '#server/platform/sealing/sealed-columns.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** The sealed columns of a loved one, by field. */
const COLUMNS = {
  notes: 'loved_ones.notes',
  medicalConditions: 'loved_ones.medical_conditions',
  reminderText: 'loved_ones.reminder_text',
  address: 'loved_ones.address',
  accessNote: 'loved_ones.access_note',
} as const satisfies Record<string, SealedTextColumn>

export type FreeText = keyof typeof COLUMNS
const FREE_TEXTS = Object.keys(COLUMNS) as FreeText[]

/** What an account holder writes about a loved one, often about their health or home: null when there is nothing. */
export type FreeTexts = Record<FreeText, string | null>

/** As `FreeTexts`, as stored in the table. */
export type StoredFreeTexts = Record<FreeText | `${FreeText}SealedWith`, string | null>

export const STORED_FREE_TEXTS = [
  ...(['lovedOnes.notes', 'lovedOnes.notesSealedWith'] as const),
  ...(['lovedOnes.medicalConditions', 'lovedOnes.medicalConditionsSealedWith'] as const),
  ...(['lovedOnes.reminderText', 'lovedOnes.reminderTextSealedWith'] as const),
  ...(['lovedOnes.address', 'lovedOnes.addressSealedWith'] as const),
  ...(['lovedOnes.accessNote', 'lovedOnes.accessNoteSealedWith'] as const),
] as const

type Given = { [Field in FreeText]?: string | null | undefined }

/** The columns for what is given, sealed where there is a key. What is left out, or is the remark in place of a text, stays as it is. */
export function storedFreeTexts(sealing: Sealing, lovedOneId: number, given: Given): Partial<StoredFreeTexts> {
  const stored: Partial<StoredFreeTexts> = {}
  for (const field of FREE_TEXTS) {
    const text = given[field]
    if (text === undefined || isUnreadableText(text)) continue
    const { value, sealedWith } =
      text === null ? { value: null, sealedWith: null } : sealing.sealText(COLUMNS[field], { id: lovedOneId }, text)
    stored[field] = value
    stored[`${field}SealedWith`] = sealedWith
  }
  return stored
}

/** One text of a loved one, readable; a remark when it cannot be opened. */
export function openFreeText(
  sealing: Sealing,
  field: FreeText,
  { id, value, sealedWith }: { id: number; value: string | null; sealedWith: string | null },
): string | null {
  return value === null ? null : readableText(sealing.openText(COLUMNS[field], { id }, { value, sealedWith }))
}

/** A row with its free texts readable; a remark for each that cannot be opened. */
export function withFreeTexts<Row extends StoredFreeTexts & { id: number }>(sealing: Sealing, row: Row) {
  const {
    notesSealedWith,
    medicalConditionsSealedWith,
    reminderTextSealedWith,
    addressSealedWith,
    accessNoteSealedWith,
    ...rest
  } = row
  const open = (field: FreeText, value: string | null, sealedWith: string | null) =>
    openFreeText(sealing, field, { id: row.id, value, sealedWith })
  return {
    ...rest,
    notes: open('notes', row.notes, notesSealedWith),
    medicalConditions: open('medicalConditions', row.medicalConditions, medicalConditionsSealedWith),
    reminderText: open('reminderText', row.reminderText, reminderTextSealedWith),
    address: open('address', row.address, addressSealedWith),
    accessNote: open('accessNote', row.accessNote, accessNoteSealedWith),
  }
}

/** Whether any of them is written. */
export function hasFreeTexts(given: Given): boolean {
  return FREE_TEXTS.some((field) => given[field])
}

/** The fields of a body that are no free texts. */
export function withoutFreeTexts<Body extends Given>({
  notes,
  medicalConditions,
  reminderText,
  address,
  accessNote,
  ...others
}: Body): Omit<Body, FreeText> {
  return others
}
