import { z } from 'zod'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'

/** Ids are positive integers; text in a path or a query is read as one. */
export const id = z.number('Must be a number').int('Must be a whole number').positive('Must be positive')
export const idInText = z.coerce.number('Must be a number').int('Must be a whole number').positive('Must be positive')
export const idParams = z.object({ id: idInText })

/** How many entries a page of a list has: `usual` where a query does not say, `most` at the most. */
export const pageLimit = (usual: number, most: number) =>
  z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .default(usual)
    .transform((limit) => Math.min(most, Math.max(1, limit)))

/** A page of a list that is read backwards: what came before the entry of that id. */
export const pageQuery = z.object({ limit: pageLimit(20, 100), before: idInText.optional() })

/** An instant on the wire: ISO 8601 in UTC with milliseconds, `2026-12-01T22:00:00.000Z`. */
export const instant = z.iso.datetime()

/** A day that a person chose, `2026-12-01`, by the wall clock of where it counts. ISO has a year 0; the database has none. */
export const localDate = z.iso.date('Please enter a date').refine((date) => date > '1900', 'Please enter a date')

/** A call type in an answer. A page that was opened before an update may meet one that it does not know, and shows its name. */
export const shownCallType = z.union([z.enum(CALL_TYPES), z.string()])

/** The shape of every refusal. The first entry of `errors` is what a screen shows after "Validation error: ". */
export const errorBody = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

export const messageBody = z.object({ message: z.string() })

/** A text that can be stored as it is: no control characters, PostgreSQL's forbidden NUL among them. */
export const hasNoControls = (text: string): boolean => !/\p{Cc}/u.test(text)

interface TextOptions {
  max: number
  multiline?: boolean
  /** The message for a missing text. */
  required?: string
}

/** Free text that a person typed: trimmed, without control characters, which would split log lines; new lines stay only where `multiline`. */
export function cleanText({ max, multiline = false, required }: TextOptions) {
  const unwanted = multiline ? /[^\P{Cc}\n\t]/gu : /\p{Cc}/gu
  return z
    .string(required)
    .max(max, `Must be at most ${max} characters`)
    .transform((text) => text.replace(unwanted, multiline ? '' : ' ').trim())
}

/** An optional text: absent, null and empty all mean "none". */
export function optionalText(options: Omit<TextOptions, 'required'>) {
  return cleanText(options)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null))
}
