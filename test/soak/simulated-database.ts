import { createHash } from 'node:crypto'
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { connectionPool, type Db, databaseOn } from '#server/platform/database/database.ts'
import type { Chance } from './chance.ts'
import { isInRing, lockWaits } from './lock-waits.ts'
import { type ProcessLife, planFor } from './process-life.ts'
import { ENQUEUE, type JobQueue } from './simulated-jobs.ts'
import type { SimulatedTime } from './simulated-time.ts'

/**
 * A real PostgreSQL as simulated processes reach it: each statement is sent at its own simulated instant, one at a time,
 * so that the seed alone decides how processes interleave. Between any two statements, and between a statement and its
 * answer, a process may die and a connection may break. No real clock decides anything: a busy machine is only slower.
 */
export interface SimulatedDatabase {
  openFor(life: ProcessLife): Db
  /** Every connection breaks, and for so long nobody gets a new one. */
  restart(downForMs: number): Promise<void>
  /** Suspends a process; a transaction that lies open for too long is ended by the server, as its settings say. */
  suspend(life: ProcessLife, milliseconds: number): void
  /** Statements that were sent so far. */
  statements(): number
  /** A digest of who sent which statement when: two courses with the same one are the same. */
  digest(): string
  close(): Promise<void>
}

/** A connection of PostgreSQL's own. */
interface Backend {
  readonly client: pg.PoolClient
  readonly pid: number
}

interface Session {
  readonly life: ProcessLife
  /** Held only by a transaction and by a statement that has no answer yet: to everybody else it would be all the same. */
  backend: Backend | null
  isBroken: boolean
  isInTransaction: boolean
  /** How its transaction begins: it locks nothing and sees nothing yet, so it is sent together with what follows. */
  unsentBegin: string | null
  /** Jobs that its transaction sent. */
  enqueued: (readonly unknown[])[]
  /** What was sent in its transaction, or outside of one, and is not yet there to be seen. */
  unseen: string[]
  /** When the statement before this one leaves at the earliest: a connection keeps their order. */
  lastAt: number
  /** The statement that waits for a lock. */
  waiting: Sent | null
}

interface Sent {
  /** The how-manieth statement it is. */
  readonly number: number
  readonly sql: string
  readonly parameters: readonly unknown[]
  deliver(answer: Answer): void
  settled: Promise<Answer>
  answer: Answer | null
  /** Where it waits: in PostgreSQL, or here, behind another one that waits there. */
  isQueued: boolean
  /** Of one that waits here: for whom it waited when it was taken back. */
  blockers: readonly number[]
}

type Answer = { rows: pg.QueryResult } | { error: unknown }

const CONNECTIONS_OF_A_PROCESS = 8
/** As the product sets them (`src/server/platform/database/database.ts`), by the simulated clock. */
const IDLE_IN_TRANSACTION_MS = 20_000
const LOCK_TIMEOUT_MS = 10_000
/** Real milliseconds; what is cut off, and when, is decided in simulated ones. */
const NEVER_MS = 3_600_000
/**
 * PostgreSQL's own clocks are stopped: how long somebody may wait, and which of those who wait for each other is ended, is
 * decided here. Tables keep the plans they begin with. Nobody pulls the plug: what is committed need not be on the disk.
 */
const SETTINGS = `
  set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set deadlock_timeout = '1h'; set synchronous_commit = off; set jit = off; set plan_cache_mode = force_generic_plan`
/** What a process asks to compare its clock with the database's, which is the one that is right. */
const CLOCK = 'select clock_timestamp() as at'
const BEGINS = /^(begin|start transaction)/
const ENDS_OR_BEGINS = /^(begin|start transaction|commit|rollback)/
const STALLS = 0.0015
/** How often a statement behind one that waits for a lock looks whether it may leave. */
const BEHIND_MS = 50

export interface DatabaseFaults {
  chance: Chance
  /** Whether anything goes wrong at present. */
  isUnkind(): boolean
  /** Called once for each statement and once for each answer. */
  onStep(): void
  /** Called once for each statement that may have changed something. */
  onWrite(): void
  /** Called with each statement when what it did is there to be seen: of a transaction, when it is committed. */
  onEffect(sql: string): void
  onDeath(life: ProcessLife): void
  /** Called with the process at PostgreSQL of each connection that is made. */
  onConnection(pid: number): void
}

/** What a dispatcher's or a worker's round looks for is in none of these. */
const RECORDS_ONLY = /^insert into "(activity|events|turns|quota_uses|inbound_texts)"/

export function simulatedDatabase(
  url: string,
  time: SimulatedTime,
  faults: DatabaseFaults,
  jobs: JobQueue,
): SimulatedDatabase {
  const { chance } = faults
  const pool = connectionPool(url, { poolSize: 90, statementTimeoutMs: NEVER_MS })
  const control = connectionPool(url, { poolSize: 1, statementTimeoutMs: NEVER_MS })
  const locks = lockWaits(control)
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const idle: Backend[] = []
  const sessions = new Set<Session>()
  let downUntil = 0
  let statements = 0
  const course = createHash('sha256')

  const lost = () => new Error('Connection terminated unexpectedly')
  const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const waiting = () =>
    [...sessions].flatMap((session) => (session.waiting === null ? [] : [{ session, sent: session.waiting }]))

  async function connection(): Promise<Backend> {
    const known = idle.pop()
    if (known) return known
    const client = await pool.connect()
    await client.query(SETTINGS)
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const [{ pid }] = rows
    faults.onConnection(pid)
    return { client, pid }
  }

  function backendOf({ backend }: Session): Backend {
    if (!backend) throw new Error('It holds no connection')
    return backend
  }

  function giveBack(session: Session): void {
    if (session.backend) idle.push(session.backend)
    session.backend = null
  }

  /** What the server does with connections that have gone: waiting statements are ended, transactions rolled back. */
  async function endSessions(ended: readonly Session[]): Promise<void> {
    const gone = ended.filter((session) => sessions.delete(session))
    for (const session of gone) session.isBroken = true
    // First those who wait: otherwise a lock that is let go would wake them, and they would race against their end.
    for (const session of gone) {
      const sent = session.waiting
      if (!sent) continue
      session.waiting = null
      if (!sent.isQueued) await locks.cancel(backendOf(session).pid)
      sent.deliver(sent.isQueued ? { error: lost() } : await sent.settled)
    }
    for (const { backend, isInTransaction } of gone) if (isInTransaction) await backend?.client.query('rollback')
    await letWaitersGoOn(gone.flatMap(({ backend }) => backend?.pid ?? []))
    for (const session of gone) giveBack(session)
  }

  /** As `kill -9` does: its connections close, and the server rolls back what was open. */
  async function die(life: ProcessLife): Promise<void> {
    if (life.isDead) return
    life.isDead = true
    await endSessions([...sessions].filter((session) => session.life === life))
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

  /** Ends a statement that waits for a lock, with the error that the server would have given, and its transaction with it. */
  async function endWait(session: Session, sent: Sent, error: Error): Promise<void> {
    const { client, pid } = backendOf(session)
    if (!sent.isQueued) {
      await locks.cancel(pid)
      const answer = await sent.settled
      sent.answer = 'error' in answer ? { error } : answer
      return
    }
    sent.answer = { error }
    if (!session.isInTransaction) return
    await client.query('rollback')
    await client.query('begin')
    await client.query('select 1 / 0').catch(() => {})
  }

  /** Resolves when a statement has its answer, or waits for a lock: however long the machine takes for either. */
  async function untilItWaits(session: Session, sent: Sent): Promise<void> {
    for (;;) {
      await Promise.race([sent.settled, locks.aMoment()])
      if (sent.answer) return
      if (!session.backend) continue // a new connection is being made
      const { pid } = session.backend
      const { blockers } = await locks.look([pid], new Map())
      if (!sent.answer && blockers.get(pid)?.length) return
    }
  }

  /** Takes back a statement that waits in PostgreSQL: it will be sent again when those it waits for have let go. */
  async function queue(session: Session, sent: Sent, blockers: readonly number[]): Promise<void> {
    const { client, pid } = backendOf(session)
    await locks.cancel(pid)
    const answer = await sent.settled
    if ('rows' in answer) return
    if (session.isInTransaction) await client.query('rollback to savepoint waits')
    Object.assign(sent, { answer: null, isQueued: true, blockers })
  }

  /**
   * Locks of these connections were let go, or a statement has begun to wait: until each statement that waits has its
   * answer, or waits for one that does not move either. Only one of them waits in PostgreSQL itself, the others here: who of
   * several is first when a row is let go, PostgreSQL leaves to chance. Of those who wait for each other the last one is ended.
   */
  async function letWaitersGoOn(released: readonly number[]): Promise<void> {
    const letGo = new Set(released)
    for (;;) {
      const open = waiting()
        .map(({ session, sent }) => ({ session, sent, pid: backendOf(session).pid }))
        .filter(({ sent }) => !sent.answer)
        .toSorted((one, other) => one.sent.number - other.sent.number)
      if (open.length === 0) break
      const inside = open.filter(({ sent }) => !sent.isQueued)
      const { blockers, moving } = await locks.look(
        inside.map(({ pid }) => pid),
        new Map(open.flatMap(({ pid, sent }) => (sent.isQueued ? [[pid, sent.blockers] as const] : []))),
      )
      if (inside.some(({ sent }) => sent.answer)) continue
      const running = inside.filter(({ pid }) => moving.has(pid))
      if (running.length > 0) {
        await Promise.race([...running.map(({ sent }) => sent.settled), locks.aMoment()])
        continue
      }
      const last = inside.at(-1)
      if (inside.length > 1 && last) {
        await queue(last.session, last.sent, blockers.get(last.pid) ?? [])
        continue
      }
      const inRing = open.findLast(({ pid }) => isInRing(pid, blockers))
      if (inRing) {
        await endWait(inRing.session, inRing.sent, Object.assign(new Error('deadlock detected'), { code: '40P01' }))
        letGo.add(inRing.pid)
        continue
      }
      for (const { session, sent } of waiting()) {
        if (sent.answer && (!session.isInTransaction || 'error' in sent.answer)) letGo.add(backendOf(session).pid)
      }
      const next = open.find(({ sent }) => sent.isQueued && sent.blockers.some((pid) => letGo.has(pid)))
      if (!next) break
      Object.assign(next.sent, { isQueued: false, blockers: [], settled: ask(next.session, next.sent) })
      await Promise.race([next.sent.settled, locks.aMoment()])
    }
    for (const { session, sent } of waiting()) {
      if (!sent.answer) continue
      session.waiting = null
      if (!session.isInTransaction) giveBack(session)
      sent.deliver(sent.answer)
    }
  }

  function send(session: Session, sql: string, parameters: readonly unknown[], deliver: Sent['deliver']): Sent {
    statements += 1
    const never: Promise<Answer> = new Promise(() => {})
    const sent: Sent = {
      ...{ number: statements, sql, parameters, deliver },
      ...{ settled: never, answer: null, isQueued: false, blockers: [] },
    }
    sent.settled = ask(session, sent)
    return sent
  }

  /** Resolves when it is answered, and `sent` has the answer. */
  async function ask(session: Session, sent: Sent): Promise<Answer> {
    try {
      sent.answer = { rows: answeredHere(session, sent) ?? (await answerOf(session, sent)) }
      if (!/^select\b/.test(sent.sql)) session.unseen.push(sent.sql)
      if (!session.isInTransaction || sent.answer.rows.command === 'COMMIT') takeEffect(session)
    } catch (error) {
      sent.answer = { error }
    }
    return sent.answer
  }

  function takeEffect(session: Session): void {
    for (const sql of session.unseen.splice(0)) faults.onEffect(sql)
    for (const parameters of session.enqueued.splice(0)) jobs.add(parameters)
  }

  /** What PostgreSQL need not be asked: what time it is, jobs, and transactions in which nothing was said yet. */
  function answeredHere(session: Session, { sql, parameters }: Sent): pg.QueryResult | null {
    const result = { command: '', rowCount: null, oid: 0, fields: [], rows: [] as unknown[] }
    if (sql === CLOCK && !session.isInTransaction)
      return { ...result, command: 'SELECT', rows: [{ at: new Date(time.now()) }] }
    if (sql === ENQUEUE) {
      session.enqueued.push(parameters)
      return { ...result, command: 'SELECT' }
    }
    if (BEGINS.test(sql)) {
      session.enqueued.length = 0
      session.unseen.length = 0
      session.unsentBegin = sql
      return { ...result, command: 'BEGIN' }
    }
    if (session.unsentBegin === null || !/^(commit|rollback)$/.test(sql)) return null
    session.unsentBegin = null
    return { ...result, command: sql.toUpperCase() }
  }

  async function answerOf(session: Session, { sql, parameters }: Sent): Promise<pg.QueryResult> {
    const name = nameOf(sql)
    session.backend ??= await connection()
    const { client } = session.backend
    sendBegin(session)
    const values = [...parameters]
    return client.query(name === undefined ? { text: sql, values } : { name, text: sql, values })
  }

  /** Not waited for: it leaves together with what follows. */
  function sendBegin(session: Session): void {
    if (session.unsentBegin !== null) void backendOf(session).client.query(session.unsentBegin)
    session.unsentBegin = null
  }

  /** What comes again is prepared, as in the product. */
  function nameOf(sql: string): string | undefined {
    if (names.has(sql)) return names.get(sql)
    if (seen.has(sql)) names.set(sql, `s${names.size}`)
    seen.add(sql)
    return undefined
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
        if (BEGINS.test(sql)) session.isInTransaction = true
        // What may have to wait behind another one that waits must be taken back without its transaction.
        const mayBeTakenBack = session.isInTransaction && waiting().length > 0 && !ENDS_OR_BEGINS.test(sql)
        if (mayBeTakenBack) await savepoint(session)
        const sent = send(session, sql, parameters, deliver)
        note(session, sql)
        if (!/^(select|begin)\b/.test(sql) && !RECORDS_ONLY.test(sql)) {
          faults.onWrite()
        }
        await untilItWaits(session, sent)
        if (!sent.answer) {
          session.waiting = sent
          await letWaitersGoOn([])
          if (session.waiting) endLongWait(session, sent)
          return
        }
        if (/^(commit|rollback)$/.test(sql)) session.isInTransaction = false
        deliver(sent.answer)
        const { backend } = session
        // An error lets go of everything at once, the rollback that follows it of nothing.
        const letsGo = !session.isInTransaction || 'error' in sent.answer
        if (!session.isInTransaction) giveBack(session)
        if (backend && letsGo && waiting().length > 0) await letWaitersGoOn([backend.pid])
      }
      session.lastAt = Math.max(session.lastAt, time.now() + latency(session.isInTransaction))
      planFor(life, session.lastAt - time.now(), leave)
    })
  }

  async function savepoint(session: Session): Promise<void> {
    session.backend ??= await connection()
    sendBegin(session)
    await session.backend.client.query('savepoint waits').catch(() => {})
  }

  /** The course as it is told by the statements: who sent what, and when. */
  function note({ life }: Session, sql: string): void {
    course.update(`${time.now()} ${life.name} ${sql}\n`)
  }

  function endLongWait(session: Session, sent: Sent): void {
    time.after(LOCK_TIMEOUT_MS, async () => {
      if (session.waiting !== sent || session.isBroken) return
      const error = new Error('canceling statement due to lock timeout')
      const { pid } = backendOf(session)
      await endWait(session, sent, Object.assign(error, { code: '55P03' }))
      await letWaitersGoOn([pid])
    })
  }

  function openFor(life: ProcessLife): Db {
    const queue: (() => void)[] = []
    let open = 0
    const lend = (resolve: (client: PostgresPoolClient) => void): void => {
      open += 1
      const session: Session = {
        life,
        backend: null,
        isBroken: false,
        isInTransaction: false,
        unsentBegin: null,
        enqueued: [],
        unseen: [],
        waiting: null,
        lastAt: 0,
      }
      sessions.add(session)
      let isOver = false
      const lent = {
        // As in the product: what is asked for after the end of a transaction is refused, and not run outside of it.
        query(sql: string, parameters: readonly unknown[]) {
          if (isOver && !ENDS_OR_BEGINS.test(sql)) return Promise.reject(new Error('The transaction is over'))
          isOver = /^(commit|rollback)$/.test(sql)
          return query(session, sql, parameters)
        },
        release() {
          open -= 1
          if (sessions.delete(session)) giveBack(session)
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
      await endSessions([...sessions])
    },
    suspend(life, milliseconds) {
      life.suspendedUntil = Math.max(life.suspendedUntil, time.now() + milliseconds)
      if (milliseconds <= IDLE_IN_TRANSACTION_MS) return
      time.after(IDLE_IN_TRANSACTION_MS, async () => {
        const open = [...sessions].filter((one) => one.life === life && one.isInTransaction && !one.waiting)
        await endSessions(open)
      })
    },
    statements: () => statements,
    digest: () => course.copy().digest('hex'),
    async close() {
      await endSessions([...sessions])
      for (const { client } of idle) client.release()
      await pool.end()
      await control.end()
    },
  }
}
