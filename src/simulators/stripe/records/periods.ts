/** From an instant to another, in seconds since 1970. */
export interface Period {
  start: number
  end: number
}

/** The month from `start`, in UTC: from the 31st to the last day of a shorter month, and then to the anchor's day again. */
export function monthFrom(start: number, anchor = start): Period {
  const from = new Date(start * 1000)
  const end = new Date(from)
  end.setUTCDate(1)
  end.setUTCMonth(from.getUTCMonth() + 1)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(new Date(anchor * 1000).getUTCDate(), lastDay))
  return { start, end: Math.floor(end.getTime() / 1000) }
}

/** What a part of a period costs, of the whole period's amount. Rounded to the smallest unit of the currency. */
export function proratedAmount(amount: number, { start, end }: Period, from: number): number {
  if (end <= start) return 0
  return Math.round((amount * Math.max(0, end - from)) / (end - start))
}

/** A day as descriptions of prorations write it: 21 Nov 2026. */
export function shortDate(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-AU', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** An amount as people read it: $19.99. */
export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100)
}
