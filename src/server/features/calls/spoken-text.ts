import type { Sealing } from '#server/platform/sealing/sealing.ts'

interface StoredTurn {
  attemptId: number
  step: string
  text: string
  sealedWith: string | null
}

const UNREADABLE = '(cannot be read at the moment: it is encrypted, and Cooee does not have the key)'

/** What was said or heard in a turn; where it cannot be opened, a remark that says so: the rest of the call is still shown. */
export function spokenText(sealing: Sealing, turn: StoredTurn): string {
  const opened = sealing.openText('turns.text', turn, { value: turn.text, sealedWith: turn.sealedWith })
  return opened.kind === 'opened' ? opened.content : UNREADABLE
}
