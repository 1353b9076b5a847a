import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { TIMELINE } from '../timeline.ts'
import type { ScreenReads } from './screen-reads.ts'

const COMPARE_EVERY_MS = 500
/**
 * What the primary had written is compared for so long after it was asked, however long the answers take: so old may a
 * screen be when its read begins.
 */
const HOLDS_MS = 1_300
/** Longer than a screen may be old: what changed is read from the primary until the replica must have it. */
const CHANGED_MS = 2_000

export interface ReadReplica {
  reads: ScreenReads
  /** Screens of these accounts are read from the primary until the replica must have the changes. */
  noteChanges(accountIds: Iterable<number>): void
  /** The same for all: changes may have been missed. */
  noteAllChanged(): void
  stop(): Promise<void>
}

interface ReadReplicaOptions {
  primary: Db
  /** Not closed here. */
  replica: Db
  log: { warn(words: string): void }
}

/**
 * Reads screens from a standby of the database while that has replayed what the primary had written half a second ago.
 * Everything else, and a read that fails on the standby, whatever the reason, goes to the primary: a standby may be gone,
 * cancel a query for what it replays, or not have a row yet.
 */
export function readReplica({ primary, replica, log }: ReadReplicaOptions): ReadReplica {
  const changedUntil = new Map<number, number>()
  let allChangedUntil = 0
  let freshUntil = 0
  let wasFresh: boolean | null = null
  const now = () => performance.now()

  /** `askedAt`: when the primary was asked what it had written. */
  const state = (isFresh: boolean, askedAt = 0): void => {
    if (isFresh) freshUntil = askedAt + HOLDS_MS
    if (isFresh !== wasFresh && (wasFresh !== null || !isFresh)) {
      log.warn(isFresh ? 'Read replica has caught up; screens read from it' : NOT_FRESH)
    }
    wasFresh = isFresh
  }

  const stopping = new AbortController()
  const comparing = (async () => {
    let last: (WrittenTo & { askedAt: number }) | null = null
    while (!stopping.signal.aborted) {
      try {
        // What the primary had written at the comparison before.
        if (last !== null) state(await hasReplayed(replica, last), last.askedAt)
        const askedAt = now()
        last = { ...(await writtenTo(primary)), askedAt }
      } catch {
        last = null
        state(false)
      }
      for (const [accountId, until] of changedUntil) if (until < now()) changedUntil.delete(accountId)
      await pause(COMPARE_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  const mayBeOld = (accountId: number | null): boolean =>
    now() < freshUntil &&
    now() >= allChangedUntil &&
    (accountId === null || now() >= (changedUntil.get(accountId) ?? 0))

  return {
    async reads({ accountId, hasJustWritten }, read) {
      if (hasJustWritten || !mayBeOld(accountId)) return read(primary)
      try {
        return await read(replica)
      } catch {
        return read(primary)
      }
    },
    noteChanges(accountIds) {
      for (const accountId of accountIds) changedUntil.set(accountId, now() + CHANGED_MS)
    },
    noteAllChanged() {
      allChangedUntil = now() + CHANGED_MS
    },
    async stop() {
      stopping.abort()
      await comparing
    },
  }
}

const NOT_FRESH = 'Read replica is behind or not reachable; screens read from the primary'

interface WrittenTo {
  /** Of the log: "0/16B3748". */
  position: string
  /** Tells one cluster from another, whatever the address leads to. */
  cluster: string
  /** Null where the database does not tell it. */
  timeline: string | null
}

async function writtenTo(primary: Db): Promise<WrittenTo> {
  const { rows } = await sql<WrittenTo>`
    select pg_current_wal_insert_lsn()::text as position, system_identifier::text as cluster, ${TIMELINE} as timeline
    from pg_control_system()`.execute(primary)
  if (!rows[0]) throw new Error('The primary did not say how far it has written')
  return rows[0]
}

/**
 * Whether the replica has all that was written up to there. One that was promoted has what it writes itself, if it is on
 * the primary's timeline: a former primary that is back after a fail-over goes on where nobody reads.
 */
async function hasReplayed(replica: Db, { position, cluster, timeline }: WrittenTo): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select system_identifier::text = ${cluster}
      and case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
          when ${TIMELINE} is not distinct from ${timeline} then pg_current_wal_insert_lsn() end
        >= ${position}::pg_lsn as has
    from pg_control_system()`.execute(replica)
  return rows[0]?.has === true
}
