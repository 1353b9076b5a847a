import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

interface StoredTurn {
  attemptId: number
  step: string
  text: string
  sealedWith: string | null
}

/** What was said or heard in a turn; a remark when it cannot be opened. */
export function spokenText(sealing: Sealing, turn: StoredTurn): string {
  return readableText(sealing.openText('turns.text', turn, { value: turn.text, sealedWith: turn.sealedWith }))
}
