import type { ScriptPart } from '#core/call-script/script.ts'
import type { Move } from '#core/conversation/conversation-state.ts'
import { scriptOf } from '#core/conversation/script/script-of.ts'
import type { SpokenSubject } from '#core/conversation/script/spoken-subject.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { type ChosenVoice, noteNamed } from '#server/features/voices/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import type { Turn } from './turns.ts'

type Part = ChosenVoice['part']

/** Records which recordings a script names to the provider: one that it does not fetch afterwards was not heard. */
export async function noteVoiceNamed(
  { clock }: { clock: Clock },
  trx: Trx,
  { attemptId, chosenVoices }: LockedAttempt,
  script: readonly ScriptPart[],
): Promise<void> {
  if (!chosenVoices) return
  const named = partsIn(script)
  const recordingIds = chosenVoices.filter(({ part }) => named.has(part)).map(({ recordingId }) => recordingId)
  await noteNamed(trx, { dialId: attemptId, recordingIds, now: clock.now() })
}

/** What the transcript says of the recording that was played with a move; null where none was, as far as is known. */
export function playedTurn(
  { attemptId, chosenVoices }: LockedAttempt,
  subject: SpokenSubject,
  { move, step, at }: { move: Move | undefined; step: string; at: Date },
): Turn | null {
  const named = move ? partsIn(scriptOf(subject, move)) : new Set<Part>()
  const played = (chosenVoices ?? []).find(({ part, isFetched }) => isFetched && named.has(part))
  return played ? { attemptId, step: `played ${step}`, speaker: 'cooee', text: inWords(played), at } : null
}

function inWords({ part, firstName }: ChosenVoice): string {
  const name = sentNameOr(firstName ?? '', '')
  return name === '' ? `(Played the recorded ${part}.)` : `(Played the ${part} in ${name}'s voice.)`
}

function partsIn(script: readonly ScriptPart[]): ReadonlySet<Part> {
  return new Set(
    script.flatMap((one): Part[] => {
      if (one.kind === 'play') return ['greeting']
      return one.kind === 'ask' && one.sound ? ['question'] : []
    }),
  )
}
