import type pg from 'pg'

/** Who waits for whom in a PostgreSQL, asked from outside. */
export interface LockWaits {
  /**
   * Of connections whose statement has no answer yet: those that still move, and those that wait for each other in a ring.
   * All others wait for somebody who does not move.
   */
  look(pids: readonly number[]): Promise<{ moving: Set<number>; ring: Set<number> }>
  /** Ends the statement that a connection waits in. */
  cancel(pid: number): Promise<void>
  /** A few real milliseconds, in which most statements have their answer. Nothing is decided by their number. */
  aMoment(): Promise<void>
}

const MOMENT_MS = 4

export function lockWaits(control: pg.Pool): LockWaits {
  return {
    async look(pids) {
      const { rows } = await control.query<{ pid: number; blockers: number[] }>({
        name: 'who waits for whom',
        text: 'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as pid',
        values: [pids],
      })
      const blockers = new Map(rows.map((row) => [row.pid, row.blockers]))
      const reached = new Map(pids.map((pid) => [pid, reachedFrom(pid, blockers)]))
      // Whoever waits for one that moves may move the moment after.
      const moves = (pid: number) => blockers.get(pid)?.length === 0
      return {
        moving: new Set(pids.filter((pid) => moves(pid) || [...(reached.get(pid) ?? [])].some(moves))),
        ring: new Set(pids.filter((pid) => reached.get(pid)?.has(pid))),
      }
    },
    async cancel(pid) {
      await control.query('select pg_cancel_backend($1)', [pid])
    },
    aMoment: () => new Promise((resolve) => setTimeout(resolve, MOMENT_MS)),
  }
}

/** Everybody for whom `pid` waits, and for whom those wait. */
function reachedFrom(pid: number, blockers: ReadonlyMap<number, readonly number[]>): Set<number> {
  const reached = new Set<number>()
  const open = [...(blockers.get(pid) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...(blockers.get(next) ?? []))
  }
  return reached
}
