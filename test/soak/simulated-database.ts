import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { connectionPool, type Db, databaseOn } from '#server/platform/database.ts'
import type { Chance } from './chance.ts'
import { type ProcessLife, planFor } from './process-life.ts'
import type { SimulatedTime } from './simulated-time.ts'

/**
 * A real PostgreSQL as simulated processes reach it: each statement is sent at its own simulated instant, one at a time,
 * so that the seed alone decides how processes interleave. Between any two statements, and between a statement and its
 * answer, a process may die and a connection may break.
 */
export interface SimulatedDatabase {
  openFor(life: ProcessLife): Db
  /** Every connection breaks, and for so long nobody gets a new one. */
  restart(downForMs: number): Promise<void>
  /** Suspends a process; a transaction that lies open for too long is ended by the server, as its settings say. */
  suspend(life: ProcessLife, milliseconds: number): void
  /** Statements that were sent so far. */
  statements(): number
  close(): Promise<void>
}

interface Session {
  readonly life: ProcessLife
  readonly client: pg.PoolClient
  readonly pid: number
  isBroken: boolean
  isInTransaction: boolean
  /** When the statement before this one leaves at the earliest: a connection keeps their order. */
  lastAt: number
  /** The statement that waits for a lock. */
  waiting: Sent | null
}

interface Sent {
  settled: Promise<Answer>
  answer: Answer | null
  deliver(answer: Answer): void
}

type Answer = { rows: pg.QueryResult } | { error: unknown }

const CONNECTIONS_OF_A_PROCESS = 8
const IDLE_IN_TRANSACTION_MS = 60_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Real milliseconds; what is cut off, and when, is decided in simulated ones. */
const NEVER_MS = 3_600_000
/** Real milliseconds after which a statement that has no answer is looked at: it may wait for a lock. */
const LOOK_AFTER_MS = 25
const STALLS = 0.0015
/** How often a statement behind one that waits for a lock looks whether it may leave. */
const BEHIND_MS = 50

export interface DatabaseFaults {
  chance: Chance
  /** Whether anything goes wrong at present. */
  isUnkind(): boolean
  /** Called once for each statement and once for each answer. */
  onStep(): void
  onDeath(life: ProcessLife): void
}

export function simulatedDatabase(url: string, time: SimulatedTime, faults: DatabaseFaults): SimulatedDatabase {
  const { chance } = faults
  const pool = connectionPool(url, { poolSize: 90, statementTimeoutMs: NEVER_MS })
  const control = connectionPool(url, { poolSize: 1, statementTimeoutMs: NEVER_MS })
  const idle: { client: pg.PoolClient; pid: number }[] = []
  const sessions = new Set<Session>()
  let downUntil = 0
  let statements = 0

  const lost = () => new Error('Connection terminated unexpectedly')
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

  async function connection(): Promise<{ client: pg.PoolClient; pid: number }> {
    const known = idle.pop()
    if (known) return known
    const client = await pool.connect()
    // A deadlock is found at once. And nobody pulls the plug here: what is committed need not be on the disk.
    await client.query(
      "set deadlock_timeout = '20ms'; set synchronous_commit = off; set idle_in_transaction_session_timeout = 0",
    )
    const { rows } = await client.query('select pg_backend_pid() as pid')
    return { client, pid: rows[0].pid }
  }

  /** What the server does with a connection that has gone: the transaction is rolled back, a waiting statement ended. */
  async function endSession(session: Session): Promise<void> {
    if (!sessions.delete(session)) return
    session.isBroken = true
    if (session.waiting) {
      const { waiting } = session
      session.waiting = null
      await cancel(session)
      waiting.deliver(await waiting.settled)
    }
    const { client, pid } = session
    if (session.isInTransaction) await client.query('rollback')
    idle.push({ client, pid })
  }

  const cancel = ({ pid }: Session) => control.query('select pg_cancel_backend($1)', [pid])

  /** As `kill -9` does: its connections close, and the server rolls back what was open. */
  async function die(life: ProcessLife): Promise<void> {
    if (life.isDead) return
    life.isDead = true
    for (const session of [...sessions]) if (session.life === life) await endSession(session)
    await letWaitersGoOn()
    faults.onDeath(life)
  }

  /** Counts towards the death of a process; says whether it has come. */
  async function isFatal(life: ProcessLife): Promise<boolean> {
    faults.onStep()
    if (life.diesAfter === null) return false
    life.diesAfter -= 1
    if (life.diesAfter > 0) return false
    await die(life)
    return true
  }

  function latency(isInTransaction: boolean): number {
    if (!faults.isUnkind() || !chance.happens(STALLS)) return chance.between(0.2, 3)
    return isInTransaction ? chance.between(500, 25_000) : chance.between(500, 120_000)
  }

  /** Either it has an answer, or it waits for a lock. */
  async function answeredOrWaiting(session: Session, sent: Sent): Promise<void> {
    for (;;) {
      await Promise.race([sent.settled, new Promise((resolve) => setTimeout(resolve, LOOK_AFTER_MS))])
      if (sent.answer) return
      const blockers = await whoBlocks(session)
      if (sent.answer) return
      if (blockers.length > 0 && !(await isDeadlock(session, blockers))) return
    }
  }

  async function whoBlocks({ pid }: Session): Promise<number[]> {
    const { rows } = await control.query('select pg_blocking_pids($1) as pids', [pid])
    return rows[0].pids
  }

  /** Those who wait for each other are told apart by the server, in a moment. */
  async function isDeadlock(session: Session, blockers: readonly number[], seen = new Set<number>()): Promise<boolean> {
    for (const pid of blockers) {
      if (pid === session.pid) return true
      if (seen.has(pid)) continue
      seen.add(pid)
      const other = [...sessions].find((one) => one.pid === pid)
      if (other?.waiting && (await isDeadlock(session, await whoBlocks(other), seen))) return true
    }
    return false
  }

  /** A lock was let go: whoever waited for it is waited for. */
  async function letWaitersGoOn(): Promise<void> {
    for (const session of [...sessions]) {
      const { waiting } = session
      if (!waiting) continue
      await answeredOrWaiting(session, waiting)
      if (!waiting.answer) continue
      session.waiting = null
      waiting.deliver(waiting.answer)
    }
  }

  function send(session: Session, sql: string, parameters: readonly unknown[]): Sent {
    statements += 1
    const settled: Promise<Answer> = session.client.query(sql, [...parameters]).then(
      (rows) => ({ rows }),
      (error: unknown) => ({ error }),
    )
    const sent: Sent = { settled, answer: null, deliver: () => {} }
    void settled.then((answer) => {
      sent.answer = answer
    })
    return sent
  }

  function query(session: Session, sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    const { life } = session
    return new Promise((resolve, reject) => {
      const deliver = (answer: Answer) => {
        planFor(life, chance.between(0.1, 1), async () => {
          if (await isFatal(life)) return
          if (session.isBroken) reject(lost())
          else if ('rows' in answer) resolve(answer.rows)
          else reject(answer.error)
        })
      }
      const leave = async (): Promise<unknown> => {
        if (session.isBroken) return reject(lost())
        if (session.waiting) return planFor(life, BEHIND_MS, leave)
        if (await isFatal(life)) return
        if (/^(begin|start transaction)/.test(sql)) session.isInTransaction = true
        const sent = send(session, sql, parameters)
        await answeredOrWaiting(session, sent)
        if (!sent.answer) return waitForLock(session, { ...sent, deliver })
        if (/^(commit|rollback)$/.test(sql)) session.isInTransaction = false
        deliver(sent.answer)
        if (!session.isInTransaction) await letWaitersGoOn()
      }
      session.lastAt = Math.max(session.lastAt, time.now() + latency(session.isInTransaction))
      planFor(life, session.lastAt - time.now(), leave)
    })
  }

  function waitForLock(session: Session, sent: Sent): void {
    session.waiting = sent
    void sent.settled.then((answer) => {
      sent.answer = answer
    })
    time.after(STATEMENT_TIMEOUT_MS, async () => {
      if (session.waiting !== sent || session.isBroken) return
      await cancel(session)
      await sent.settled
      await letWaitersGoOn()
    })
  }

  function openFor(life: ProcessLife): Db {
    const queue: (() => void)[] = []
    let open = 0
    const lend = async (resolve: (client: PostgresPoolClient) => void): Promise<void> => {
      open += 1
      const session: Session = {
        life,
        ...(await connection()),
        isBroken: false,
        isInTransaction: false,
        waiting: null,
        lastAt: 0,
      }
      sessions.add(session)
      const lent = {
        processID: session.pid,
        query: (sql: string, parameters: readonly unknown[]) => query(session, sql, parameters),
        release() {
          open -= 1
          if (sessions.delete(session)) idle.push({ client: session.client, pid: session.pid })
          const next = queue.shift()
          if (next) planFor(life, 0, next)
        },
      }
      resolve(lent as unknown as PostgresPoolClient)
    }
    const connect = () =>
      new Promise<PostgresPoolClient>((resolve, reject) => {
        const tryIt = (): unknown => {
          if (time.now() < downUntil) return reject(refused())
          if (open < CONNECTIONS_OF_A_PROCESS) return lend(resolve)
          return queue.push(tryIt)
        }
        planFor(life, 0, tryIt)
      })
    return databaseOn({ connect, end: async () => {}, options: {} })
  }

  return {
    openFor,
    async restart(downForMs) {
      downUntil = time.now() + downForMs
      for (const session of [...sessions]) await endSession(session)
    },
    suspend(life, milliseconds) {
      life.suspendedUntil = Math.max(life.suspendedUntil, time.now() + milliseconds)
      if (milliseconds <= IDLE_IN_TRANSACTION_MS) return
      time.after(IDLE_IN_TRANSACTION_MS, async () => {
        const open = [...sessions].filter((one) => one.life === life && one.isInTransaction && !one.waiting)
        for (const session of open) await endSession(session)
        await letWaitersGoOn()
      })
    },
    statements: () => statements,
    async close() {
      for (const session of [...sessions]) await endSession(session)
      for (const { client } of idle) client.release()
      await pool.end()
      await control.end()
    },
  }
}
