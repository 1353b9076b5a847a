import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** The columns of a call for its account holder's note about having reached the loved one. */
export function storedNote(sealing: Sealing, callId: number, note: string | null) {
  if (note === null) return { resolvedNote: null, resolvedNoteSealedWith: null }
  const { value, sealedWith } = sealing.sealText('calls.resolved_note', { id: callId }, note)
  return { resolvedNote: value, resolvedNoteSealedWith: sealedWith }
}

/** The note as written, or a remark if it cannot be decrypted; null without a note. */
export function readNote(
  sealing: Sealing,
  call: { id: number; resolvedNote: string | null; resolvedNoteSealedWith: string | null },
): string | null {
  const { id, resolvedNote: value, resolvedNoteSealedWith: sealedWith } = call
  return value === null ? null : readableText(sealing.openText('calls.resolved_note', { id }, { value, sealedWith }))
}
