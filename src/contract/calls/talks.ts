import { z } from 'zod'
import { cleanText, id, instant } from '#contract/wire.ts'

/** Why a talk ended: `TALK_END_LABELS` says it to the family. */
export const TALK_ENDS = [
  'person',
  'finished',
  'time_over',
  'silence',
  'model_failed',
  'guard_refused',
  'line_lost',
  'switched_off',
] as const

/** Something that was said about a talk, with the turn it rests on. */
const restingOnTurn = {
  /** The id of the turn in `turns`. */
  turnId: id,
}

/** A talk of a call, for those who may hear calls. What a computer wrote may be wrong. */
export const talkSchema = z.object({
  id,
  openedAt: instant,
  /** Null while it is under way. */
  endedAt: instant.nullable(),
  endReason: z.enum(TALK_ENDS).nullable(),
  seconds: z.number().int().nullable(),
  /** `failed`: there will be none. `written`: it may have no sentences, where nothing was said or may be read. */
  summaryState: z.enum(['pending', 'written', 'failed']),
  /** At most five sentences. */
  summary: z.array(z.object({ ...restingOnTurn, text: z.string() })),
  /** What may need somebody, in a sentence; `words` and `at` are the person's own. */
  concerns: z.array(z.object({ ...restingOnTurn, text: z.string(), words: z.string(), at: instant })),
  /** What they talked about. */
  notes: z.array(z.object({ ...restingOnTurn, topic: z.string(), words: z.string() })),
  /** The whole talk, in its order. A key is "Pressed 1". */
  turns: z.array(z.object({ id, by: z.enum(['cooee', 'person']), text: z.string(), at: instant })),
})
export type TalkOnWire = z.infer<typeof talkSchema>

/** The talks of a call, one for each try that had one. Empty where the person does not let the family read their words. */
export const talksOfCallSchema = z.array(talkSchema)

/** Whether the calls of a loved one may be talks. */
export const talkSettingsSchema = z.object({
  /** Switched on by the owner. It takes effect once the person has agreed. */
  isOn: z.boolean(),
  /** Null: talks are possible here. `not_set_up`: no model is configured; `blocked`: an admin has switched them off. */
  unavailable: z.enum(['not_set_up', 'blocked']).nullable(),
  /** Minutes of talk since the first of the month, begun ones counted whole. */
  minutesUsed: z.number().int(),
  minutesPerMonth: z.number().int(),
})
export type TalkSettings = z.infer<typeof talkSettingsSchema>
/** What is left out stays as it is. */
export const talkSettingsBody = z.object({ isOn: z.boolean('Must be true or false').optional() })

export const MAX_TOPIC_LENGTH = 120
/** What Cooee remembers of a person, the newest first. */
export const topicSchema = z.object({ id, words: z.string(), createdAt: instant, updatedAt: instant })
export type Topic = z.infer<typeof topicSchema>
/** What is left out stays as it is. */
export const topicBody = z.object({
  words: cleanText({ max: MAX_TOPIC_LENGTH, required: 'Please write what to remember' })
    .pipe(z.string().min(1, 'Please write what to remember'))
    .optional(),
})
