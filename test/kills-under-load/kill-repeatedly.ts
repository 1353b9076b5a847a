import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { KillableServer } from '../killable-server.ts'

export interface Kills {
  processes: number
  databases: number
  /** Resolves when both processes run and nothing is killed any more. */
  stop(): Promise<void>
}

/** One kill in so many is of PostgreSQL, which then ends every connection and recovers from its log. */
const OF_DATABASE = 6
/** How long a process stays away, at most. */
const AWAY_MS = 4_000

/** Kills one process after the other with kill -9, each on average `everyMs` after the last one was started again. */
export function killRepeatedly(
  servers: readonly KillableServer[],
  db: Db,
  { everyMs, random }: { everyMs: number; random: () => number },
): Kills {
  let isStopped = false
  const kills: Kills = {
    processes: 0,
    databases: 0,
    async stop() {
      isStopped = true
      await running
    },
  }
  const running = keepKilling()
  return kills

  async function keepKilling(): Promise<void> {
    for (;;) {
      const until = performance.now() + everyMs * (0.5 + random())
      while (performance.now() < until && !isStopped) await pause(50)
      if (isStopped) return
      if (random() * OF_DATABASE < 1) await killBackend()
      else await killServer()
    }
  }

  async function killServer(): Promise<void> {
    const server = servers[Math.floor(random() * servers.length)]
    await server?.kill9()
    kills.processes += 1
    await pause(random() * AWAY_MS)
    await server?.restart()
  }

  /** Of another client than this one: the postmaster ends them all, as after a crash. */
  async function killBackend(): Promise<void> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
      order by pid limit 1`.execute(db)
    const [backend] = rows
    if (!backend) return
    process.kill(backend.pid, 'SIGKILL')
    kills.databases += 1
  }
}
