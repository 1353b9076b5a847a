import { createHash } from 'node:crypto'

const MOST = 20_000

/** Remembers, by their digests, the tokens that opened a session lately; the oldest are forgotten first. */
export function recentTokens(most = MOST) {
  const digests = new Set<string>()
  return {
    has: (token: string): boolean => digests.has(digestOf(token)),
    add(token: string): void {
      const digest = digestOf(token)
      digests.delete(digest)
      digests.add(digest)
      const [oldest] = digests
      if (digests.size > most && oldest !== undefined) digests.delete(oldest)
    },
    forget(token: string): void {
      digests.delete(digestOf(token))
    },
  }
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64')
