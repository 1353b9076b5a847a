import { relativeTime } from '#core/format/relative-time.ts'

/**
 * How long ago something was that has happened, in words. The page's clock moves in steps and may lag behind the
 * server's: what has just happened is "just now", never "in a few seconds".
 */
export function howLongAgo(instant: Date, now: Date, zone: string): string {
  return relativeTime(instant, instant > now ? instant : now, zone)
}
