import type { Call } from '#contract/calls/calls.ts'
import { firstCharacter } from '#core/format/initials.ts'
import { endOf, isAllClear, mayNeedHelp } from '#web/domain/calls/call-concern.tsx'
import type { PersonToday } from './today-people.ts'

const FIRST_HOUR = 6
const LAST_HOUR = 21
const LABELS = [
  { hour: 6, text: '6 AM' },
  { hour: 9, text: '9 AM' },
  { hour: 12, text: 'Noon' },
  { hour: 15, text: '3 PM' },
  { hour: 18, text: '6 PM' },
  { hour: 21, text: '9 PM' },
]
// The middle hill of the drawing: how far from the top of the line (rem) a marker sits on it, by per cent from the left.
const HILL: readonly (readonly [x: number, rem: number])[] = [
  [0, 4.6],
  [13, 4.5],
  [20, 4.25],
  [33, 4.375],
  [67, 3.5],
  [80, 3.375],
  [100, 3.6],
]
const NEAR_NOW = 7.5
const TOUCHES_NOW = 4.5
/** How much of the line a marker takes, in per cent: with its letter, and without it on a narrow line. */
const MARK_WIDTHS = { wide: 5, narrow: 9.5 } as const
const MAX_ABOVE_EACH_OTHER = 3
const LEVEL_REM = 2.375
/** A stack of three stands a little lower, so that it stays under the cards. */
const TALL_STACK_REM = 1.25
/** What is not shown when too many calls are at the same time: what needs nobody. */
const NEEDS_NOBODY = ['completed', 'scheduled', 'clear', 'cancelled', 'not_wanted']

export interface DayMark {
  key: number
  /** A call's status, or `help` where help was asked for; `clear`, `cancelled` or `not_wanted` when nobody has to act on it. */
  status: string
  initial: string
  /** Stands for this many calls that have no room of their own, itself included; 0 for one call. */
  more: number
  /** Per cent from the left, and rem from the top. */
  x: number
  y: number
}

/** Where an instant stands between 6 AM (0) and 9 PM (100) on the clock of `zone`; earlier and later go to the ends. */
export function dayLinePosition(instant: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .formatToParts(instant)
    .map((part) => Number(part.value))
    .filter((value) => !Number.isNaN(value))
  const [hour = 0, minute = 0] = parts
  return Math.min(100, Math.max(0, ((hour + minute / 60 - FIRST_HOUR) / (LAST_HOUR - FIRST_HOUR)) * 100))
}

/** A marker for each call of today, on the viewer's clock. Those that would touch are stacked; where three are, the top one counts the rest. */
export function dayMarks(
  people: readonly PersonToday[],
  viewerZone: string,
  line: keyof typeof MARK_WIDTHS = 'wide',
): DayMark[] {
  const touches = (a: { x: number }, b: { x: number }) => Math.abs(a.x - b.x) < MARK_WIDTHS[line]
  const placed: (Omit<DayMark, 'y'> & { level: number })[] = []
  for (const { call, initial } of callsOf(people)) {
    const x = dayLinePosition(new Date(call.scheduledTime), viewerZone)
    const near = placed.filter((mark) => touches(mark, { x }))
    const levels = Array.from({ length: MAX_ABOVE_EACH_OTHER }, (_, level) => level)
    const level = levels.find((candidate) => near.every((mark) => mark.level !== candidate))
    const top = near.find((mark) => mark.level === MAX_ABOVE_EACH_OTHER - 1)
    if (level !== undefined) placed.push({ key: call.id, status: call.status, initial, x, level, more: 0 })
    else if (top) top.more = Math.max(top.more, 1) + 1
  }
  return placed.map(({ level, ...mark }) => {
    const tallest = Math.max(...placed.filter((other) => touches(other, mark)).map((other) => other.level))
    const lower = tallest === MAX_ABOVE_EACH_OTHER - 1 ? TALL_STACK_REM : 0
    return { ...mark, y: hillAt(mark.x) + lower - level * LEVEL_REM }
  })
}

/** What somebody has to act on comes first, then by time of day. */
function callsOf(people: readonly PersonToday[]) {
  const rank = (status: string) => (NEEDS_NOBODY.includes(status) ? 1 : 0)
  return people
    .flatMap(({ lovedOne, calls }) =>
      calls.map((call) => ({
        call: { ...call, status: markOf(call) },
        initial: firstCharacter(lovedOne.name),
      })),
    )
    .sort(
      (a, b) => rank(a.call.status) - rank(b.call.status) || a.call.scheduledTime.localeCompare(b.call.scheduledTime),
    )
}

function markOf(call: Call): string {
  const end = endOf(call)
  if (isAllClear(call) || end === 'reached') return 'clear'
  // A request for help, or what may be one, is never marked in the green of the call that it was made in.
  if (mayNeedHelp(call)) return 'help'
  return end === 'cancelled' || end === 'not_wanted' ? end : call.status
}

/** The hour labels that do not touch "Now"; `near` ones fit only where the line is wide. */
export function hourLabels(nowX: number): { text: string; x: number; near: boolean }[] {
  return LABELS.map(({ hour, text }) => ({ text, x: ((hour - FIRST_HOUR) / (LAST_HOUR - FIRST_HOUR)) * 100 }))
    .filter(({ x }) => Math.abs(x - nowX) >= TOUCHES_NOW)
    .map((label) => ({ ...label, near: Math.abs(label.x - nowX) < NEAR_NOW }))
}

function hillAt(x: number): number {
  const right = HILL.findIndex(([at]) => at >= x)
  const [x1, y1] = HILL[Math.max(1, right)] ?? [100, 3.6]
  const [x0, y0] = HILL[Math.max(0, right - 1)] ?? [0, 4.6]
  return x1 === x0 ? y1 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
}
