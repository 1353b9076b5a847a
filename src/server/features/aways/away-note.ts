import { isUnreadableText } from '#contract/unreadable-text.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** The columns of a note, sealed where there is a key; none where it stays as it is. */
export function storedNote(sealing: Sealing, id: number, note: string | null | undefined) {
  if (note === undefined || isUnreadableText(note)) return {}
  if (note === null) return { note: null, noteSealedWith: null }
  const { value, sealedWith } = sealing.sealText('aways.note', { id }, note)
  return { note: value, noteSealedWith: sealedWith }
}

/** The note, readable; a remark when it cannot be opened. */
export function openNote(
  sealing: Sealing,
  { id, note, noteSealedWith }: { id: number; note: string | null; noteSealedWith: string | null },
): string | null {
  return note === null
    ? null
    : readableText(sealing.openText('aways.note', { id }, { value: note, sealedWith: noteSealedWith }))
}
