import { z } from 'zod'

const LONGEST_WORDS = 2_000
const words = z.string().transform((text) => text.slice(0, LONGEST_WORDS))

/** Fields we read; there are more, and Twilio adds others. Source: https://www.twilio.com/docs/voice/conversationrelay/websocket-messages */
const FRAMES = {
  setup: z.looseObject({ type: z.literal('setup'), callSid: z.string().min(1).max(64) }),
  prompt: z.looseObject({ type: z.literal('prompt'), voicePrompt: words, last: z.boolean().default(true) }),
  dtmf: z.looseObject({ type: z.literal('dtmf'), digit: z.string().regex(/^[0-9*#]$/) }),
  interrupt: z.looseObject({ type: z.literal('interrupt'), utteranceUntilInterrupt: words.default('') }),
  info: z.looseObject({ type: z.literal('info'), name: z.string(), value: z.unknown() }),
  error: z.looseObject({ type: z.literal('error'), description: z.string().default('') }),
}

type Known = { [Type in keyof typeof FRAMES]: z.infer<(typeof FRAMES)[Type]> }[keyof typeof FRAMES]
export type RelayFrame = Known | { type: 'unknown' } | { type: 'malformed'; reason: string }

/** One message of the provider's relay. What it calls by a name that is not known here is no fault: it adds messages. */
export function readFrame(text: string): RelayFrame {
  const parsed = parse(text)
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed) || typeof parsed.type !== 'string') {
    return { type: 'malformed', reason: 'no object with a type' }
  }
  if (!Object.hasOwn(FRAMES, parsed.type)) return { type: 'unknown' }
  const schema: z.ZodType<Known> = FRAMES[parsed.type as keyof typeof FRAMES]
  const result = schema.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues
  return { type: 'malformed', reason: `${parsed.type}: ${issue?.path.join('.') ?? ''}` }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
