import type { TalkTool, TalkToolName } from '#core/talk/talk-tools.ts'
import type { ModelPart, TalkModel } from './talk-model.ts'

export interface OpenAiCompatibleOptions {
  /** Of the server, without `/chat/completions`: "http://localhost:11434/v1". */
  baseUrl: string
  model: string
  /** Null for servers that ask for none, on the operator's own machine. */
  apiKey: string | null
}

/** A spoken turn has 35 words; the rest is for tools. A reply that needs more is broken off and counts as failed. */
const MAX_TOKENS = 250
/** A note is answered, so that the model goes on to speak. */
const MAX_STEPS = 3

/**
 * A model behind any server that speaks OpenAI's chat completions. Its library is imported by the first talk, so that
 * who has no model never loads it. The provider is always made from `baseUrl`: with a bare name the library would ask a
 * hosted gateway. Nothing of what is said goes into traces.
 */
export function openAiCompatibleModel(options: OpenAiCompatibleOptions): TalkModel {
  let loading: ReturnType<typeof load> | null = null
  const loaded = () => {
    loading ??= load(options).catch((err: unknown) => {
      loading = null
      throw err
    })
    return loading
  }
  return {
    prepare() {
      // A reply that needs it reports the fault.
      loaded().catch(() => {})
    },
    async *reply({ instructions, turns, tools, signal, onUsage }): AsyncGenerator<ModelPart> {
      const { streamText, isStepCount, model, offered } = await loaded()
      // Stops the request when the caller stops reading, or when the reply has failed: it would go on unread.
      const unread = new AbortController()
      const { stream } = streamText({
        model,
        instructions,
        messages: turns.map(({ by, text }) => ({
          role: by === 'person' ? ('user' as const) : ('assistant' as const),
          content: text,
        })),
        tools: Object.fromEntries(tools.map((name) => [name, offered[name]])) as Partial<typeof offered>,
        stopWhen: [
          isStepCount(MAX_STEPS),
          ({ steps }) => steps.at(-1)?.toolCalls.some(({ invalid }) => invalid) ?? false,
        ],
        maxOutputTokens: MAX_TOKENS,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, unread.signal]),
        telemetry: { functionId: 'talk', recordInputs: false, recordOutputs: false },
        // Without it the library prints the error, and what was said with it.
        onError: () => {},
      })
      try {
        for await (const part of stream) {
          switch (part.type) {
            case 'text-delta':
              yield { kind: 'text', text: part.text }
              break
            case 'tool-call':
              yield { kind: 'tool', tool: toolFrom(part) }
              break
            case 'finish-step':
              onUsage?.({
                inputTokens: part.usage.inputTokens ?? null,
                outputTokens: part.usage.outputTokens ?? null,
              })
              if (part.finishReason !== 'stop' && part.finishReason !== 'tool-calls') {
                throw new Error(`The reply ended with ${part.rawFinishReason ?? 'no reason'}`)
              }
              break
            case 'error':
              throw part.error instanceof Error ? part.error : new Error(String(part.error))
            case 'tool-error':
              throw new Error(`The tool ${part.toolName} failed`)
            case 'abort':
              throw new DOMException('The reply is not wanted any more', 'AbortError')
          }
        }
      } finally {
        unread.abort()
      }
      if (signal.aborted) throw new DOMException('The reply is not wanted any more', 'AbortError')
    },
  }
}

/** The library, and what is the same for all replies. */
async function load({ baseUrl, model, apiKey }: OpenAiCompatibleOptions) {
  const [{ streamText, isStepCount, tool }, { createOpenAICompatible }, { z }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
    import('zod'),
  ])
  const provider = createOpenAICompatible({
    name: 'conversation',
    baseURL: baseUrl,
    ...(apiKey === null ? {} : { apiKey }),
    includeUsage: true,
  })
  const words = (about: string, max: number) => z.string().min(1).max(max).describe(about)
  const offered = {
    ask_for_help: tool({
      description: 'They may need help. The call then asks them itself. Use it whenever you are not sure.',
      inputSchema: z.strictObject({ reason: words('What they said, in their words', 500) }),
    }),
    note: tool({
      description: 'Keep something that they told you for their family.',
      inputSchema: z.strictObject({
        topic: words('One to three words', 60),
        words: words('What they said, in their words', 500),
      }),
      execute: () => 'Noted. Go on talking, and do not mention the note.',
    }),
    end_call: tool({
      description: 'They want to end the talk. The call says goodbye itself.',
      inputSchema: z.strictObject({}),
    }),
  } satisfies Record<TalkToolName, unknown>
  return { streamText, isStepCount, model: provider(model), offered }
}

/** Throws where the tool is not one of ours or its arguments are not understood. */
function toolFrom(part: { toolName: string; input: unknown; invalid?: boolean | undefined }): TalkTool {
  if (part.invalid) throw new Error(`The model called ${part.toolName} in a way that is not understood`)
  const input = part.input as { reason: string; topic: string; words: string }
  switch (part.toolName as TalkToolName) {
    case 'ask_for_help':
      return { name: 'ask_for_help', reason: input.reason }
    case 'note':
      return { name: 'note', topic: input.topic, words: input.words }
    case 'end_call':
      return { name: 'end_call' }
    default:
      throw new Error('The model called a tool that there is not')
  }
}
