/** A call that is to come, as a calendar shows it. */
export interface CalendarCall {
  /** Stays the same while the call is moved. */
  uid: string
  at: Date
  /** Whom it is to, where the member wants names. */
  name: string | null
}

/**
 * A calendar (iCalendar, RFC 5545) of calls: times in UTC, lines of at most 75 octets that end in CRLF. It says that there
 * is a Cooee call, and to whom where that is wanted; never what it is about. What was read later is the later version of a
 * call (`SEQUENCE`, the minute in UTC): an app that keeps the highest keeps no time that a call was moved away from.
 */
export function calendarText(calls: readonly CalendarCall[], now: Date): string {
  const version = Math.floor(now.getTime() / 60_000)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cooee//Care calls//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Cooee calls',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...calls.flatMap(({ uid, at, name }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@cooee`,
      `DTSTAMP:${inUtc(now)}`,
      `SEQUENCE:${version}`,
      `DTSTART:${inUtc(at)}`,
      'DURATION:PT10M',
      `SUMMARY:${name === null ? 'Cooee call' : `Cooee call: ${escaped(name)}`}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** "20260310T220000Z" */
export function inUtc(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
}

/** Lines longer than 75 octets go on in the next one after a space; no letter is cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const more = octetsOf(letter)
    if (octets + more > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += letter
    octets += more
  }
  return [...parts, part].join('\r\n')
}

function octetsOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
