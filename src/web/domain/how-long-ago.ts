import { relativeTime } from '#core/format/relative-time.ts'

/** How long ago something has happened, never "in a few seconds": the page's clock may lag behind the server's. */
export function howLongAgo(instant: Date, now: Date, zone: string): string {
  return relativeTime(instant, instant > now ? instant : now, zone)
}
