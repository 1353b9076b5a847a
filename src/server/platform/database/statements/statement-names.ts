const SEEN_BEFORE_NAMED = 5
const MAX_NAMES = 400
/** How many texts are remembered; then the counting starts over. */
const MAX_COUNTED = 2000
/** Lists of many rows come in every length: each would be its own statement, used once. */
const MAX_PARAMETERS = 40
/** The columns behind a star change with a migration, and with them what a prepared statement answers: PostgreSQL refuses it then. */
const STAR = /\bselect \*|\.\*|\breturning \*/i

/** Names statements that repeat, so that their plans are kept: without, a call costs 1.25 to 1.45 times the processor, screens 2.3 (decision 73). */
export interface StatementNames {
  /** The name of a statement; undefined for one that is parsed each time. */
  nameOf(text: string, parameterCount: number): string | undefined
  /** From now on no statement has a name. */
  stop(): void
}

export function statementNames(): StatementNames {
  const names = new Map<string, string>()
  let counts = new Map<string, number>()
  let isStopped = false
  return {
    stop() {
      isStopped = true
    },
    nameOf(text, parameterCount) {
      if (isStopped || parameterCount === 0 || parameterCount > MAX_PARAMETERS) return undefined
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size >= MAX_NAMES) return undefined
      const count = (counts.get(text) ?? 0) + 1
      if (count < SEEN_BEFORE_NAMED) {
        if (counts.size >= MAX_COUNTED) counts = new Map()
        counts.set(text, count)
        return undefined
      }
      counts.delete(text)
      if (STAR.test(outermost(text))) return undefined
      const name = `cooee_${names.size + 1}`
      names.set(text, name)
      return name
    },
  }
}

/** The statement without what is in brackets: a star in there (pg-boss writes jobs with one) names no columns of the answer. */
function outermost(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '')
  if (shorter !== text) return outermost(shorter)
  return text
}
