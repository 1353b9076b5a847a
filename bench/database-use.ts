import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

const CLOCK_TICK_MS = 10

/** What the server of a database has used until now: write-ahead log, and processor time (null where the system does not say). */
export async function databaseUse(db: Db) {
  const { rows } = await sql<{ walBytes: string; pageImages: number; postmaster: number }>`
    select wal_bytes, wal_fpi as page_images,
      split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as postmaster
    from pg_stat_wal`.execute(db)
  const [use] = rows
  if (!use) throw new Error('PostgreSQL counts no write-ahead log')
  return { walBytes: Number(use.walBytes), pageImages: use.pageImages, cpuMs: cpuOf(use.postmaster) }
}

/** Of a server and all its processes, those included that have ended; null where the system does not say (proc(5)). */
function cpuOf(postmaster: number): number | null {
  try {
    let ticks = 0
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const fields = fieldsOf(pid)
      // After the name: 1 the parent, 11 to 14 the times of the process and of its children that have ended.
      if (Number(pid) === postmaster) ticks += sum(fields.slice(11, 15))
      else if (Number(fields[1]) === postmaster) ticks += sum(fields.slice(11, 13))
    }
    return ticks * CLOCK_TICK_MS
  } catch {
    return null
  }
}

function fieldsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return [] // it has ended meanwhile
  }
}

const sum = (fields: readonly string[]): number => fields.reduce((total, field) => total + Number(field), 0)
