import type { ProviderTalks } from '#server/adapters/telephony/talk-line.ts'
import { type HeldTalk, type HoldTalkDeps, holdTalk } from './hold-talk.ts'

/** After `end` the provider asks within a second for what follows: so long a process that stops still answers. */
const GIVEN_BACK_WITHIN_MS = 2_500

/** The talks that this process holds. */
export function providerTalks(deps: HoldTalkDeps): ProviderTalks {
  const held = new Set<HeldTalk>()
  let isStopping = false
  return {
    async opened(attemptId, providerCallId, line) {
      if (isStopping) return null
      const subject = await deps.judge.open(attemptId, providerCallId)
      if (subject === null) return null
      const talk = holdTalk(deps, { attemptId, subject, line, onOver: () => held.delete(talk) })
      held.add(talk)
      // The process began to stop while the talk was opened.
      if (isStopping) void talk.endBy('line_lost')
      return talk.listener
    },
    async stop() {
      isStopping = true
      if (held.size === 0) return
      const ending = [...held].map(async (talk) => {
        await talk.endBy('line_lost')
        await talk.over
      })
      const late = new Promise((resolve) => setTimeout(resolve, GIVEN_BACK_WITHIN_MS))
      await Promise.race([Promise.all(ending).then(() => late), late])
    },
  }
}
