import {
  readSummary,
  SUMMARY_INSTRUCTIONS,
  type TalkSummary,
  transcriptForModel,
} from '#core/talk/summary/read-summary.ts'
import type { TalkTurn } from '#core/talk/talk-state.ts'
import { faultOf } from './fault-of.ts'
import type { ModelUsage, TalkModel } from './talk-model.ts'

/**
 * The summary of a talk that has ended, and its concerns. Asks the model once, without tools. If it fails, or `model` is null,
 * only the concerns that the code found are returned, and `failed` says why. `names` are those of the person and of the owner.
 */
export async function summarise(
  model: TalkModel | null,
  turns: readonly TalkTurn[],
  options: { names: readonly string[]; signal: AbortSignal; onUsage?: (usage: ModelUsage) => void },
): Promise<TalkSummary & { failed: string | null }> {
  const { names, ...request } = options
  if (model === null) return { ...readSummary(null, turns, names), failed: 'no model is configured' }
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
