import { readSummary, SUMMARY_INSTRUCTIONS, type TalkSummary, transcriptForModel } from '#core/talk/read-summary.ts'
import type { TalkTurn } from '#core/talk/talk-state.ts'
import { faultOf } from './fault-of.ts'
import type { ModelUsage, TalkModel } from './talk-model.ts'

/**
 * The summary of a talk that has ended, and its concerns. Asks the model once, without tools. Where it fails, the concerns
 * that the code found are left, and `failed` says why. `names` are of who was called and who asked for the call.
 */
export async function summarise(
  model: TalkModel,
  turns: readonly TalkTurn[],
  options: { names: readonly string[]; signal: AbortSignal; onUsage?: (usage: ModelUsage) => void },
): Promise<TalkSummary & { failed: string | null }> {
  const { names, ...request } = options
  try {
    let words = ''
    const reply = model.reply({
      ...request,
      instructions: SUMMARY_INSTRUCTIONS,
      turns: [{ by: 'person', text: transcriptForModel(turns) }],
      tools: [],
    })
    for await (const part of reply) if (part.kind === 'text') words += part.text
    return { ...readSummary(words, turns, names), failed: null }
  } catch (error) {
    return { ...readSummary(null, turns, names), failed: faultOf(error) }
  }
}
