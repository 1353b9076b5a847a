import type { TalkTool, TalkToolName } from '#core/talk/talk-tools.ts'

/** One turn as a model reads it. Cooee's turns are what was really spoken, cut where somebody interrupted. */
export interface ModelTurn {
  by: 'cooee' | 'person'
  text: string
}

export type ModelPart = { kind: 'text'; text: string } | { kind: 'tool'; tool: TalkTool }

/** What a reply has cost, in tokens of the model; null where the provider does not say. */
export interface ModelUsage {
  inputTokens: number | null
  outputTokens: number | null
}

/** A language model that suggests what to say next. It decides nothing: the guards and the call's own rules do. */
export interface TalkModel {
  /** Loads what the first reply needs, beside everything else. Called as a talk opens, since the first words take longer. */
  prepare(): void
  /**
   * The reply to the last turn, in parts as they arrive. Rejects with the provider's reason, and with `AbortError` when
   * `signal` ends it. Asks once: a second try would come too late for somebody who waits on the phone.
   */
  reply(request: {
    instructions: string
    turns: readonly ModelTurn[]
    tools: readonly TalkToolName[]
    signal: AbortSignal
    onUsage?: (usage: ModelUsage) => void
  }): AsyncIterable<ModelPart>
}
