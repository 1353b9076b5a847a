import { formatTime } from '../format/dates.ts'
import { onAnotherDay } from '../format/on-another-day.ts'

/** Kinds of what the phone provider is paid for. */
export type SpendKind = 'careCall' | 'alertCall' | 'text'

/** In cents: of one dial with its first minute, of each further minute, of one part of a text, of one text that comes in. */
export type SpendPrices = Readonly<Record<SpendKind | 'minute' | 'inboundText', number>>

/** What the phone provider may cost in a day. */
export interface SpendLimit {
  /** 0: no limit. */
  dailyCents: number
  prices: SpendPrices
  /** Off: nobody is charged, and no account is a trial. */
  isBillingOn: boolean
}

export const NO_SPEND_LIMIT: SpendLimit = {
  dailyCents: 0,
  prices: { careCall: 0, alertCall: 0, minute: 0, text: 0, inboundText: 0 },
  isBillingOn: true,
}

/** How many of each: dials, minutes after the first of each call, parts of texts, texts that came in. */
export type SpendCounts = Readonly<Record<keyof SpendPrices, number>>

/** What so much costs, in cents. */
export function costOf(prices: SpendPrices, counts: SpendCounts): number {
  const kinds = ['careCall', 'alertCall', 'minute', 'text', 'inboundText'] as const
  return kinds.reduce((cents, kind) => cents + counts[kind] * prices[kind], 0)
}

/** What is stopped: `alerts` are alerts by phone and texts of paying accounts, `all` their care calls as well. */
export type SpendStage = 'none' | 'trials' | 'alerts' | 'all'

/** At the limit trials stop; at one and a half of it alerts and texts of paying accounts, at twice the limit their care calls. */
export function spendStage({ dailyCents }: SpendLimit, spentCents: number): SpendStage {
  if (dailyCents === 0 || spentCents < dailyCents) return 'none'
  if (spentCents < 1.5 * dailyCents) return 'trials'
  return spentCents < 2 * dailyCents ? 'alerts' : 'all'
}

interface Wanted {
  kind: SpendKind
  isPaying: boolean
  /** Somebody has asked for help, or may have: never stopped. */
  isHelp: boolean
}

/** Whether something may not be sent or dialled once so much was spent today. */
export function isStoppedBySpend(limit: SpendLimit, spentCents: number, { kind, isPaying, isHelp }: Wanted): boolean {
  if (isHelp) return false
  switch (spendStage(limit, spentCents)) {
    case 'none':
      return false
    case 'trials':
      return !isPaying
    case 'alerts':
      return !isPaying || kind !== 'careCall'
    case 'all':
      return true
  }
}

/** Parts of the limit at which admins are notified, in percent. */
export const SPEND_MARKS = [50, 80, 100] as const

/** The highest mark that is reached; null below the first, and without a limit. */
export function spendMark({ dailyCents }: SpendLimit, spentCents: number): (typeof SPEND_MARKS)[number] | null {
  if (dailyCents === 0) return null
  return SPEND_MARKS.findLast((mark) => spentCents * 100 >= dailyCents * mark) ?? null
}

/** Why a call was not placed, as a sentence, with the time on the clocks of `zone` at which calls start again. */
export function overSpendReason({ now, zone }: { now: Date; zone: string }): string {
  return `Cooee has reached today's spending limit for calls, so we didn't ring. Calls start again ${spendEndInWords(now, zone)}.`
}

const DAY_MS = 86_400_000

/** "at 11:00 AM", or "at 11:00 AM on Tuesday 10 March" where that is another day there. */
export function spendEndInWords(now: Date, zone: string): string {
  const end = spendDayEnd(now)
  return `at ${formatTime(end, zone)}${onAnotherDay(end, zone, now)}`
}

/** When the day of spending began: midnight in UTC, as providers bill. */
export function spendDayStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
}

/** When the next one begins. */
export function spendDayEnd(now: Date): Date {
  return new Date(spendDayStart(now).getTime() + DAY_MS)
}
