import { type CheckInReply, checkInReplyText, wondersWhoAsks } from '#core/call-script/check-in-text.ts'
import type { ReadText } from '#core/languages/text-commands.ts'
import type { Wording } from '#core/languages/wording.ts'
import {
  type CareDeps,
  concludeUnclearReply,
  lockAskedByText,
  reminderReplyOf,
  whoAsksReplyOf,
} from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Approach, writeTurns } from '../check-in.ts'
import type { KnownLovedOne } from '../who-is-it.ts'

/** "READ" asks for the words of a reminder. */
const READ = /^[\s\p{P}]*read( it)?[\s\p{P}]*$/iu

interface Replied {
  reply: CheckInReply
  concluded: number[]
}

interface Asking {
  lovedOnes: readonly KnownLovedOne[]
  names: readonly string[]
  /** The text as the rules read it. */
  read: ReadText
  wording: Wording
}

/**
 * Takes a text that is no answer from somebody whom a call asks by text: READ gets the words of the reminder, "who is this?" the
 * question again, and words that nobody understands end the call as unclear. Null where nothing was asked by text.
 */
export async function replyToQuestion(
  deps: CareDeps,
  trx: Trx,
  approach: Approach,
  { lovedOnes, names, read, wording }: Asking,
): Promise<Replied | null> {
  const { text = '', sentAt, providerId, belongsToOthers } = approach
  const asked = await lockAskedByText(
    trx,
    lovedOnes.map(({ id }) => id),
    sentAt ?? deps.clock.now(),
  )
  const [first] = asked
  if (!first) return null
  if (READ.test(read.words)) {
    for (const attempt of asked) {
      const words = reminderReplyOf(deps, attempt)
      if (words === null) continue
      await writeTurns(deps, trx, attempt, approach, words)
      return { reply: { kind: 'words', text: words }, concluded: [] }
    }
  }
  if (wondersWhoAsks(read.words, names, read.language)) {
    return { reply: { kind: 'words', text: whoAsksReplyOf(deps, first) }, concluded: [] }
  }
  const reply = { kind: 'unclear' } as const
  const words = belongsToOthers ? null : text
  for (const attempt of asked) {
    await concludeUnclearReply(deps, trx, attempt, { words, providerId, reply: checkInReplyText(reply, wording) })
  }
  return { reply, concluded: asked.map(({ id }) => id) }
}
