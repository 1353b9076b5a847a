import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** The columns of a call for what its account holder noted when they had reached the person. */
export function storedNote(sealing: Sealing, callId: number, note: string | null) {
  if (note === null) return { resolvedNote: null, resolvedNoteSealedWith: null }
  const { value, sealedWith } = sealing.sealText('calls.resolved_note', { id: callId }, note)
  return { resolvedNote: value, resolvedNoteSealedWith: sealedWith }
}

/** The note as it was written; where it cannot be opened, a remark that says so. Null where there is none. */
export function readNote(
  sealing: Sealing,
  call: { id: number; resolvedNote: string | null; resolvedNoteSealedWith: string | null },
): string | null {
  const { id, resolvedNote: value, resolvedNoteSealedWith: sealedWith } = call
  return value === null ? null : readableText(sealing.openText('calls.resolved_note', { id }, { value, sealedWith }))
}
