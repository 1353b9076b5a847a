import type { ContactAvailability, EditContactPageBody } from '#contract/people/contact-page.ts'
import type { WeekDay } from '#core/recurrence/recurrence.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** The columns that hold it. */
export const AVAILABILITY_COLUMNS = [
  'contacts.reachableDays',
  'contacts.reachableFrom',
  'contacts.reachableTo',
  'contacts.reachableZone',
  'contacts.awayUntil',
  'contacts.minutesAway',
  'contacts.hasKey',
] as const

export interface StoredAvailability {
  reachableDays: string[]
  reachableFrom: string | null
  reachableTo: string | null
  reachableZone: string | null
  awayUntil: string | null
  minutesAway: number | null
  hasKey: boolean
}

/** As on the wire; without a zone of their own in the loved one's. */
export function availabilityOf(stored: StoredAvailability, lovedOneZone: string): ContactAvailability {
  return {
    // The database allows no other words.
    days: stored.reachableDays as WeekDay[],
    from: stored.reachableFrom,
    to: stored.reachableTo,
    zone: stored.reachableZone ?? lovedOneZone,
    awayUntil: stored.awayUntil,
    minutesAway: stored.minutesAway,
    hasKey: stored.hasKey,
  }
}

/** The columns for what is given; the note sealed where there is a key. */
export function storedAvailability(sealing: Sealing, contactId: number, given: EditContactPageBody) {
  const { days, from, to, zone, keyNote, ...same } = given
  return {
    ...same,
    ...(days !== undefined && { reachableDays: days }),
    ...(from !== undefined && { reachableFrom: from, reachableTo: to ?? null }),
    ...(zone !== undefined && { reachableZone: zone }),
    ...(keyNote !== undefined && sealedNote(sealing, contactId, keyNote)),
  }
}

function sealedNote(sealing: Sealing, id: number, keyNote: string | null) {
  if (keyNote === null) return { keyNote: null, keyNoteSealedWith: null }
  const { value, sealedWith } = sealing.sealText('contacts.key_note', { id }, keyNote)
  return { keyNote: value, keyNoteSealedWith: sealedWith }
}

/** What a contact wrote about the key, readable; a remark when it cannot be opened. */
export function openKeyNote(
  sealing: Sealing,
  { id, keyNote, keyNoteSealedWith }: { id: number; keyNote: string | null; keyNoteSealedWith: string | null },
): string | null {
  if (keyNote === null) return null
  return readableText(sealing.openText('contacts.key_note', { id }, { value: keyNote, sealedWith: keyNoteSealedWith }))
}
