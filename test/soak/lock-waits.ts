import type pg from 'pg'

/** For each connection whose statement waits: the connections that it waits for. */
export type Blockers = ReadonlyMap<number, readonly number[]>

/** Who waits for whom in a PostgreSQL, asked from outside. */
export interface LockWaits {
  /**
   * For connections with an unanswered statement: which connections each waits for, and which still move, because they
   * wait for none or for one that moves. `known`: waits that PostgreSQL does not know.
   */
  read(pids: readonly number[], known: Blockers): Promise<{ blockers: Blockers; moving: Set<number> }>
  /** Ends the statement that a connection waits in. */
  cancel(pid: number): Promise<void>
  /** A real millisecond, in which most statements are answered. Its length changes no result. */
  aMoment(): Promise<void>
}

const MOMENT_MS = 1

export function lockWaits(control: pg.Pool): LockWaits {
  return {
    async read(pids, known) {
      if (pids.length === 0) return { blockers: known, moving: new Set() }
      const { rows } = await control.query<{ pid: number; blockers: number[] }>({
        name: 'who waits for whom',
        text: 'select pid, pg_blocking_pids(pid) as blockers from unnest($1::int[]) as pid',
        values: [pids],
      })
      const asked = new Map(rows.map((row) => [row.pid, row.blockers]))
      const isFree = (pid: number) => asked.get(pid)?.length === 0
      const moves = (pid: number) => isFree(pid) || [...waitedFor(pid, asked)].some(isFree)
      return { blockers: new Map([...known, ...asked]), moving: new Set(pids.filter(moves)) }
    },
    async cancel(pid) {
      await control.query('select pg_cancel_backend($1)', [pid])
    },
    aMoment: () => new Promise((resolve) => setTimeout(resolve, MOMENT_MS)),
  }
}

/** Whether a connection waits, by way of others, for itself. */
export function isInRing(pid: number, blockers: Blockers): boolean {
  return waitedFor(pid, blockers).has(pid)
}

/** Everybody for whom `pid` waits, and for whom those wait. */
function waitedFor(pid: number, blockers: Blockers): Set<number> {
  const reached = new Set<number>()
  const open = [...(blockers.get(pid) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...(blockers.get(next) ?? []))
  }
  return reached
}
