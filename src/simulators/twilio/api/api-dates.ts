/** An instant as the 2010-04-01 API writes it: RFC 2822, GMT as `+0000`, whole seconds. */
export function toRfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}

/** Reads an inclusive filter such as `DateSent>`, in whole seconds, as milliseconds since 1970. Null when the value is not a date. */
export function earliest(query: Readonly<Record<string, unknown>>, name: string): number | null {
  const value = query[`${name}>`]
  const instant = typeof value === 'string' && value !== '' ? Date.parse(value) : 0
  return Number.isNaN(instant) ? null : Math.floor(instant / 1000) * 1000
}
