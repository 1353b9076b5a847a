import pg from 'pg'

const { builtins } = pg.types
const BIGINT_ARRAY = 1016 as typeof builtins.INT8 // not among the names pg gives its types

/** What PostgreSQL's types become, as `openDatabase` says. */
export function typeParser(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  switch (type) {
    case builtins.INT8:
      return safeInteger
    case BIGINT_ARRAY: {
      const parseArray = pg.types.getTypeParser(BIGINT_ARRAY)
      return (text: string) => parseArray(text).map((item: string | null) => (item === null ? null : safeInteger(item)))
    }
    case builtins.TIMESTAMPTZ:
      return instant
    // pg would make it midnight in the zone of the server, which is another day elsewhere.
    case builtins.DATE:
      return (text: string) => text
    default:
      return pg.types.getTypeParser(type, format)
  }
}

/** Ids and counts stay far below 2^53; a larger one must not be rounded silently. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ)
const WHOLE_SECOND = '2026-03-10 09:00:00+00'

/** Lists are made of whole seconds in UTC, and pg reads every form of an instant with three patterns: a quarter of the time. */
function instant(text: string): Date {
  if (text.length !== WHOLE_SECOND.length || !text.endsWith('+00') || text.startsWith('00')) return parseInstant(text)
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const [month, day, hour] = [twoDigits(text, 5) - 1, twoDigits(text, 8), twoDigits(text, 11)]
  return new Date(Date.UTC(year, month, day, hour, twoDigits(text, 14), twoDigits(text, 17)))
}

const ZERO = 48
const twoDigits = (text: string, at: number): number =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO
