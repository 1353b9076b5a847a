import { z } from 'zod'
import { VOICE_PARTS } from '#contract/calls/familiar-voice.ts'
import { cleanText, instant } from '#contract/wire.ts'

/** What the sandbox keeps instead of sending: newest first. */
export const outboxEntrySchema = z.object({
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  at: instant,
  /** Whether it arrived: null while nobody has said so. Of mails it is only known when they were refused. */
  delivery: z.enum(['delivered', 'failed']).nullable(),
  /** Why it did not arrive, or has not been taken yet. */
  reason: z.string().nullable(),
})
export type OutboxEntry = z.infer<typeof outboxEntrySchema>

/** What a phone of the sandbox does when it rings, or what the provider does with its number. */
export const PHONE_BEHAVIOURS = [
  'presses_1',
  'asks_for_help',
  'presses_nothing',
  'hangs_up',
  'rings_out',
  'busy',
  'machine',
  'second_try',
  'refused',
  'hiccups',
  'says_hello',
  'voicemail',
  'screens_calls',
  'not_understood',
  'says_two',
  'slow_person',
  'presses_hash',
  'reception',
  'second_thought',
  'declines',
  'agrees_late',
  'stops_calls',
  'talks',
  'talk_helps',
  'talk_declines',
  'talk_silent',
  'talk_drops',
] as const
export type PhoneBehaviour = (typeof PHONE_BEHAVIOURS)[number]

/** What becomes of texts to a phone: they arrive, are taken and then lost, or its number is refused. */
export const TEXT_BEHAVIOURS = ['delivered', 'undelivered', 'refused'] as const
export type TextBehaviour = (typeof TEXT_BEHAVIOURS)[number]

/** What the owner of a phone writes back to a check-in by text; `late`: after 20 minutes. */
export const QUESTION_REPLIES = ['ok', 'help', 'nothing', 'gibberish', 'stop', 'late'] as const
export type QuestionReply = (typeof QUESTION_REPLIES)[number]

const NUMBER_MESSAGE = 'Must be a phone number such as +61491570156'
const number = z
  .string(NUMBER_MESSAGE)
  .trim()
  .regex(/^\+[1-9]\d{5,14}$/, NUMBER_MESSAGE)

/** Somebody with that number, as the accounts on this machine know them. */
const phoneOwner = z.object({
  name: z.string(),
  role: z.enum(['loved_one', 'contact', 'account_holder']),
  /** Whose contact they are; null for the others. */
  of: z.string().nullable(),
})
export type PhoneOwner = z.infer<typeof phoneOwner>

/** One thing that happened on the line. Cooee says and plays; the person presses and speaks. */
const lineTurn = z.object({
  kind: z.enum(['said', 'played', 'pressed', 'spoke', 'hung_up', 'other']),
  /** Of what was played: how long it is. */
  text: z.string(),
  /** What was played, and in whose voice; left out where nobody knows. */
  voice: z.object({ part: z.enum(VOICE_PARTS), by: z.string() }).optional(),
  /** The tag of the language in which Cooee said it; left out: English. */
  language: z.string().optional(),
  at: instant,
})
export type LineTurn = z.infer<typeof lineTurn>

const phoneCallFields = {
  id: z.string(),
  /** `inbound`: the person rang Cooee. */
  direction: z.enum(['inbound', 'outbound']),
  turns: z.array(lineTurn),
}
const liveCall = z.object({
  ...phoneCallFields,
  status: z.enum(['ringing', 'talking']),
  /** When it began to ring, or was answered. */
  since: instant,
  /** What counts at this moment; null while nothing does. */
  asksFor: z.object({ keys: z.boolean(), speech: z.boolean() }).nullable(),
  /** A person holds it: nothing is pressed for them. */
  isByHand: z.boolean(),
})
export type LiveCall = z.infer<typeof liveCall>
const endedCall = z.object({
  ...phoneCallFields,
  outcome: z.enum(['talked', 'busy', 'no_answer', 'not_placed']),
  endedAt: instant,
})
export type EndedCall = z.infer<typeof endedCall>

export const sandboxPhone = z.object({
  number: z.string(),
  /** Several where a number is shared; none for one that nobody here knows. */
  owners: z.array(phoneOwner),
  /** What was chosen for it; null where it does what its number stands for. */
  behaviour: z.enum(PHONE_BEHAVIOURS).nullable(),
  /** What its last two digits stand for. */
  ownBehaviour: z.enum(PHONE_BEHAVIOURS),
  texts: z.enum(TEXT_BEHAVIOURS),
  questionReply: z.enum(QUESTION_REPLIES),
  calls: z.array(liveCall),
  /** The call that ended last, while it is remembered. */
  lastCall: endedCall.nullable(),
})
export type SandboxPhone = z.infer<typeof sandboxPhone>

export const sandboxPhones = z.object({
  /** The number that Cooee rings from, and that people ring and write to. */
  cooeesNumber: z.string(),
  phones: z.array(sandboxPhone),
})

/** One text message between a phone and Cooee. */
export const phoneText = z.object({
  id: z.string(),
  number: z.string(),
  /** `to_cooee`: the person wrote it. */
  direction: z.enum(['from_cooee', 'to_cooee']),
  text: z.string(),
  at: instant,
  status: z.enum(['on_its_way', 'delivered', 'failed']),
})
export type PhoneText = z.infer<typeof phoneText>

export const phoneSetting = z.object({
  number: z.string(),
  behaviour: z.enum(PHONE_BEHAVIOURS).nullable(),
  texts: z.enum(TEXT_BEHAVIOURS),
})

export const lineParams = z.object({ callId: z.string().max(64) })
export const pressBody = z.object({
  keys: z
    .string('Must be keys of a phone: 0 to 9, * and #')
    .regex(/^[0-9*#]{1,20}$/, 'Must be keys of a phone: 0 to 9, * and #'),
})
const words = (max: number) =>
  cleanText({ max, multiline: true, required: 'Required' }).pipe(z.string().min(1, 'Must not be empty'))
export const speakBody = z.object({ words: words(500) })
export const ringBody = z.object({ from: number })
export const textBody = z.object({ from: number, text: words(1600) })
/** What is left out stays; null takes a choice back. */
export const settingBody = z.object({
  number,
  behaviour: z.enum(PHONE_BEHAVIOURS).nullable().optional(),
  texts: z.enum(TEXT_BEHAVIOURS).nullable().optional(),
})
/** The phones that somebody sits beside; those left out are left alone. */
export const watchBody = z.object({
  numbers: z.array(number).max(500),
  /** The page is open, but not seen: its browser lets it say so again only once a minute. */
  isInBackground: z.boolean().default(false),
})

export const testCardSchema = z.object({ number: z.string(), does: z.string() })
export type TestCard = z.infer<typeof testCardSchema>

/** Who has subscribed with a test card, as the card sandbox has it. */
export const sandboxSubscription = z.object({
  subscriptionId: z.string(),
  who: z.string(),
  status: z.enum(['active', 'past_due', 'ended']),
  /** What is paid for, such as "Basic Plan". */
  parts: z.array(z.string()),
  /** US cents. */
  monthlyCents: z.number().int(),
  periodEnd: instant,
  /** Whether it ends then instead of being renewed. */
  isCancelling: z.boolean(),
  /** Of the card that is charged. */
  cardLast4: z.string().nullable(),
})
export type SandboxSubscription = z.infer<typeof sandboxSubscription>

/** Newest subscription first. No cards at all where the card sandbox does not run. */
export const sandboxCards = z.object({
  testCards: z.array(testCardSchema),
  subscriptions: z.array(sandboxSubscription),
})

export const renewParams = z.object({ subscriptionId: z.string() })
/** What came of a period that was made to end. */
export const RENEWAL_OUTCOMES = ['renewed', 'payment_failed', 'payment_recovered', 'ended'] as const
export type RenewalOutcome = (typeof RENEWAL_OUTCOMES)[number]
export const renewalAnswer = z.object({ outcome: z.enum(RENEWAL_OUTCOMES) })
