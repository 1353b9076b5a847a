import { z } from 'zod'
import type { Heard } from '#core/call-script/answer.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { answeredBy, endedStatus } from '../call-status.ts'
import { CARRIED_SPEECH_LIMIT } from './callback-urls.ts'

const SPEECH_LIMIT = 2000
const text = (limit: number) =>
  z
    .string()
    // A long story is cut, not refused: a refusal would play an error to the caller.
    .transform((words) => words.slice(0, limit))
    .default('')

/** The fields we read of Twilio's forms; there are many more, and all of them are signed. */
export const callForm = z.looseObject({
  CallSid: z.string().min(1).max(64),
  CallStatus: z.string().max(32).default(''),
  CallDuration: z.coerce.number().int().nonnegative().optional(),
  AnsweredBy: z.string().max(32).optional(),
  From: z.string().max(64).default(''),
  To: z.string().max(64).default(''),
  Digits: text(32),
  SpeechResult: text(SPEECH_LIMIT),
})

/** That a relay is over. Never what came of it: that is written down as it happens. */
export const relayForm = z.looseObject({
  CallSid: z.string().min(1).max(64),
  CallStatus: z.string().max(32).default(''),
  SessionStatus: z.string().max(32).default('').catch(''),
  ErrorCode: z.string().max(16).default('').catch(''),
})

/** What goes along when the provider asks for a fallback. */
export const fallbackForm = z.looseObject({
  CallSid: z.string().min(1).max(64),
  // As long as an address that carries an answer: without it a call would wait without an end.
  ErrorUrl: z.string().max(8000).default('').catch(''),
  ErrorCode: z.string().max(16).default('').catch(''),
  Digits: text(32),
})

export const recordingForm = z.looseObject({
  RecordingSid: z.string().min(1).max(64),
  RecordingStatus: z.string().max(32).default(''),
  RecordingDuration: z.coerce.number().int().nonnegative().default(0),
})

export const transcriptionForm = z.looseObject({
  TranscriptionSid: z.string().min(1).max(64),
  TranscriptionStatus: z.string().max(32).default(''),
  RecordingSid: z.string().max(64).default(''),
})

export const textForm = z.looseObject({
  MessageSid: z.string().min(1).max(64),
  From: z.string().max(64).default(''),
  Body: text(SPEECH_LIMIT),
})

export const textStatusForm = z.looseObject({
  MessageSid: z.string().min(1).max(64),
  MessageStatus: z.string().max(32).default(''),
  ErrorCode: z
    .string()
    .regex(/^\d{1,8}$/)
    .optional()
    .catch(undefined),
})

const LATEST_INSTANT_MS = 8_640_000_000_000_000
const waited = z
  .string()
  .regex(/^\d{1,2}$/, 'Must be a whole number below 100')
  .transform(Number)
  .default(0)

/** In which language the person on the phone was spoken to last. An address that lost it is spoken to in English. */
const language = z.enum(LANGUAGES).default('en-AU').catch('en-AU')

/** `waited`: how often the person on the phone was asked to wait since they last heard a script. */
export const voiceQuery = z.object({ waited, language })

/**
 * The question that is answered. Once it had to wait for the database the address carries the answer as well; `at` says
 * that it does, and when it was first heard, in milliseconds.
 */
export const answerQuery = z
  .object({
    ...{ waited, language },
    step: z.string().max(32).default('first'),
    keys: z
      .string()
      .regex(/^[0-9#*]{0,32}$/, 'Must be keys of a phone')
      .default(''),
    speech: z.string().max(CARRIED_SPEECH_LIMIT, `At most ${CARRIED_SPEECH_LIMIT} characters`).default(''),
    at: z
      .string()
      .regex(/^\d{1,16}$/, 'Must be an instant in milliseconds')
      .transform(Number)
      .refine((at) => at <= LATEST_INSTANT_MS, 'Must be an instant in milliseconds')
      .optional(),
  })
  .refine(({ at, keys, speech }) => at !== undefined || (keys === '' && speech === ''), {
    path: ['at'],
    message: 'Required',
  })
export const idParams = z.object({ id: z.coerce.number().int().positive() })

/** The end of a call or its state, from the form. */
export function providerCallOf(form: z.infer<typeof callForm>) {
  return {
    providerCallId: form.CallSid,
    status: form.CallStatus,
    endedStatus: endedStatus(form.CallStatus),
    answeredBy: answeredBy(form.AnsweredBy),
    durationSeconds: form.CallDuration ?? null,
    ...(form.To && { to: form.To }),
  }
}

/** What was pressed or said: what the address carries after a wait, else what the form says. `now`: when the request came. */
export function heardIn(
  { Digits, SpeechResult }: z.infer<typeof callForm>,
  { keys, speech, at }: z.infer<typeof answerQuery>,
  now: Date,
): Required<Heard> {
  return at === undefined ? { keys: Digits, speech: SpeechResult, at: now.getTime() } : { keys, speech, at }
}

const E164 = /^\+[1-9]\d{6,14}$/
/** What Twilio shows for callers without a number: the words ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE, UNKNOWN on a keypad. */
const NO_NUMBER = ['+266696687', '+2562533', '+7378742833', '+86282452253', '+8656696']

/** Who rings or writes, in E.164; empty when the number is withheld or not a number (a name, an address). */
export function senderOf({ From: from }: { From: string }): string {
  return E164.test(from) && !NO_NUMBER.includes(from) ? from : ''
}
