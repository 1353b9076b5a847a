import { createHash } from 'node:crypto'
import { connectionPool } from '#server/platform/database/database.ts'
import { type AwayHow, type Clients, clientLines, type FarSession } from './client-lines.ts'
import { type ClientRequest, parametersOf } from './client-requests.ts'
import { isInRing, lockWaits } from './lock-waits.ts'
import { type Backend, connectBackend } from './postgres-backend.ts'
import type { ProcessLife } from './process-life.ts'
import { doneReply, errorReply, instantReply, type Reply, type ServerError } from './server-replies.ts'
import { ENQUEUE, type JobQueue } from './simulated-jobs.ts'
import type { SimulatedSocket } from './simulated-socket.ts'
import type { SimulatedTime } from './simulated-time.ts'

/**
 * A real PostgreSQL that simulated processes reach through sockets that carry what the shipped driver writes: each
 * statement is executed at its own simulated instant, one at a time, so that the seed alone decides how processes
 * interleave. Between any two statements, and between a statement and its answer, a process may die and a connection may
 * break. No real clock decides anything: a busy machine is only slower.
 */
export interface SimulatedDatabase {
  /** The socket of a process's next connection. */
  socketFor(life: ProcessLife): SimulatedSocket
  /** Ends every connection; there are no new ones for this long. */
  restart(downForMs: number): Promise<void>
  /** Every connection goes silent, and so does every new one until another server has taken over. */
  failOver(darkForMs: number): Promise<void>
  /** Suspends a process; the server ends a transaction that is idle for longer than its settings allow. */
  suspend(life: ProcessLife, milliseconds: number): void
  /** Statements that were sent so far. */
  statements(): number
  /** A digest of who sent which statement when: equal digests mean equal runs. */
  digest(): string
  close(): Promise<void>
}

interface Session extends FarSession {
  /** Set only during a transaction or an unanswered statement: at other times any connection serves. */
  backend: Backend | null
  /** The begin of its transaction: it locks and reads nothing yet, so it is sent with the next statement. */
  unsentBegin: string | null
  /** The client's names of its prepared statements. */
  readonly prepared: Map<string, string>
  /** Jobs that its transaction sent. */
  enqueued: (readonly unknown[])[]
  /** Statements whose effect is not visible to others yet. */
  unseen: string[]
  /** The statement that waits for a lock. */
  waiting: Sent | null
}

interface Sent {
  /** Its number among all statements. */
  readonly number: number
  readonly request: ClientRequest
  readonly sql: string
  settled: Promise<Reply>
  answer: Reply | null
  /** Where it waits: in PostgreSQL, or here, behind another statement that waits in PostgreSQL. */
  isQueued: boolean
  /** For a statement that waits here: whom it waited for when it was withdrawn. */
  blockers: readonly number[]
}

/** Real milliseconds, as a safety net; simulated time decides all timeouts. */
const NEVER_MS = 3_600_000
/**
 * PostgreSQL's own timeouts are off: how long a statement may wait, and which side of a deadlock is ended, is
 * decided here. Tables keep their first plans. There is no power cut: commits need not reach the disk.
 */
const SETTINGS = `
  set lock_timeout = 0; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set deadlock_timeout = '1h'; set synchronous_commit = off; set jit = off; set plan_cache_mode = force_generic_plan`
/** A process's query to compare its clock with the database's, which is right. */
const CLOCK = 'select clock_timestamp() as at'
/** The pool sends it now and then; ignored, since plans must be kept. */
const RENEW_PLANS = 'discard plans'
const BEGINS = /^(begin|start transaction)/
const ENDS_OR_BEGINS = /^(begin|start transaction|commit|rollback)/
const ENDED_BY_RESTART: ServerError = {
  code: '57P01',
  text: 'terminating connection due to administrator command',
}
const DEADLOCK: ServerError = { code: '40P01', text: 'deadlock detected' }
const LOCK_TIMEOUT: ServerError = { code: '55P03', text: 'canceling statement due to lock timeout' }

export interface DatabaseFaults extends Clients {
  /** Called once for each request and once for each answer. */
  onStep(): void
  /** Called once for each statement that may have changed something. */
  onWrite(): void
  /** Called with each statement when its effect is visible: in a transaction, at the commit. */
  onEffect(sql: string): void
  onDeath(life: ProcessLife): void
  /** Called with the backend process id of each new connection. */
  onConnection(pid: number): void
}

/** No round of a dispatcher or worker reads these tables. */
const RECORDS_ONLY = /^insert into "(activity|events|turns|quota_uses|inbound_texts)"/

export function simulatedDatabase(
  url: string,
  time: SimulatedTime,
  faults: DatabaseFaults,
  jobs: JobQueue,
): SimulatedDatabase {
  const { chance } = faults
  const control = connectionPool(url, { poolSize: 1, statementTimeoutMs: NEVER_MS })
  const locks = lockWaits(control)
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const idle: Backend[] = []
  const backends: Backend[] = []
  const sessions = new Set<Session>()
  let statements = 0
  const course = createHash('sha256')
  const lines = clientLines<Session>(time, faults, {
    open(line) {
      const session: Session = {
        ...line,
        ...{ backend: null, unsentBegin: null, prepared: new Map(), enqueued: [], unseen: [], waiting: null },
      }
      sessions.add(session)
      return session
    },
    carryOut,
    isFatal,
    end: (session, error) => endSessions([session], error ? { error } : 'closed'),
  })

  const waiting = () =>
    [...sessions].flatMap((session) => (session.waiting === null ? [] : [{ session, sent: session.waiting }]))

  async function connection(): Promise<Backend> {
    const known = idle.pop()
    if (known) return known
    const backend = await connectBackend(url, SETTINGS, nameOf)
    backends.push(backend)
    faults.onConnection(backend.pid)
    return backend
  }

  function backendOf({ backend }: Session): Backend {
    if (!backend) throw new Error('It holds no connection')
    return backend
  }

  function giveBack(session: Session): void {
    if (session.backend) idle.push(session.backend)
    session.backend = null
  }

  /** What the server does with lost connections: waiting statements are ended, transactions rolled back. */
  async function endSessions(ended: readonly Session[], how: AwayHow): Promise<void> {
    const gone = ended.filter((session) => sessions.delete(session))
    for (const session of gone) session.isBroken = true
    // Waiting statements first: otherwise a released lock would wake them, and they would race against their end.
    for (const session of gone) {
      const sent = session.waiting
      if (!sent) continue
      session.waiting = null
      if (sent.isQueued) continue
      await locks.cancel(backendOf(session).pid)
      await sent.settled
    }
    for (const { backend, isInTransaction } of gone) if (isInTransaction) await backend?.query('rollback')
    await letWaitersGoOn(gone.flatMap(({ backend }) => backend?.pid ?? []))
    for (const session of gone) giveBack(session)
    for (const session of gone) lines.end(session, how)
  }

  /** As `kill -9` does: its connections close, and the server rolls back what was open. */
  async function die(life: ProcessLife): Promise<void> {
    if (life.isDead) return
    life.isDead = true
    await endSessions(
      [...sessions].filter((session) => session.life === life),
      'closed',
    )
    faults.onDeath(life)
  }

  /** Counts a step towards the planned death of a process; returns whether it is dead now. */
  async function isFatal(life: ProcessLife): Promise<boolean> {
    faults.onStep()
    if (life.diesAfter === null) return false
    life.diesAfter -= 1
    if (life.diesAfter > 0) return false
    await die(life)
    return true
  }

  /** Ends a statement that waits for a lock, with the error that the server would have given, and its transaction with it. */
  async function endWait(session: Session, sent: Sent, error: ServerError): Promise<void> {
    const backend = backendOf(session)
    const reply = errorReply(error, session.isInTransaction ? 'E' : 'I')
    if (!sent.isQueued) {
      await locks.cancel(backend.pid)
      const answer = await sent.settled
      sent.answer = answer.isError ? reply : answer
      return
    }
    sent.answer = reply
    if (!session.isInTransaction) return
    await backend.query('rollback')
    await backend.query('begin')
    await backend.query('select 1 / 0')
  }

  /** Resolves when a statement is answered or waits for a lock, however long the machine takes. */
  async function untilItWaits(session: Session, sent: Sent): Promise<void> {
    for (;;) {
      await Promise.race([sent.settled, locks.aMoment()])
      if (sent.answer) return
      if (!session.backend) continue // a new connection is being made
      const { pid } = session.backend
      const { blockers } = await locks.read([pid], new Map())
      if (!sent.answer && blockers.get(pid)?.length) return
    }
  }

  /** Withdraws a statement that waits in PostgreSQL: it is sent again when the locks are released. */
  async function queue(session: Session, sent: Sent, blockers: readonly number[]): Promise<void> {
    const backend = backendOf(session)
    await locks.cancel(backend.pid)
    const answer = await sent.settled
    if (!answer.isError) return
    if (session.isInTransaction) await backend.query('rollback to savepoint waits')
    Object.assign(sent, { answer: null, isQueued: true, blockers })
  }

  /**
   * Called when locks were released or a statement has begun to wait. Resolves when each waiting statement is answered or
   * waits for one that does not move either. At most one waits for a lock in PostgreSQL itself, the others here, since
   * PostgreSQL does not say who gets a released row first. Of a deadlock the last statement is ended.
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
      const { blockers, moving } = await locks.read(
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
        await endWait(inRing.session, inRing.sent, DEADLOCK)
        letGo.add(inRing.pid)
        continue
      }
      for (const { session, sent } of waiting()) {
        if (sent.answer && (!session.isInTransaction || sent.answer.isError)) letGo.add(backendOf(session).pid)
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
      lines.answer(session, sent.answer)
      lines.goOn(session)
    }
  }

  function send(session: Session, request: ClientRequest, sql: string): Sent {
    statements += 1
    const never: Promise<Reply> = new Promise(() => {})
    const sent: Sent = {
      ...{ number: statements, request, sql },
      ...{ settled: never, answer: null, isQueued: false, blockers: [] },
    }
    sent.settled = ask(session, sent)
    return sent
  }

  /** Resolves when it is answered, and `sent` has the answer. */
  async function ask(session: Session, sent: Sent): Promise<Reply> {
    const answer = answeredHere(session, sent) ?? (await answerOf(session, sent))
    sent.answer = answer
    if (answer.isError) return answer
    if (!/^select\b/.test(sent.sql)) session.unseen.push(sent.sql)
    if (!session.isInTransaction || answer.tag === 'COMMIT') takeEffect(session)
    return answer
  }

  function takeEffect(session: Session): void {
    for (const sql of session.unseen.splice(0)) faults.onEffect(sql)
    for (const parameters of session.enqueued.splice(0)) jobs.add(parameters)
  }

  /** Answers without PostgreSQL: the time, jobs, and transactions without a statement yet. */
  function answeredHere(session: Session, { sql, request }: Sent): Reply | null {
    const state = session.isInTransaction ? 'T' : 'I'
    if (sql === CLOCK && !session.isInTransaction) return instantReply('at', new Date(time.now()))
    if (sql === RENEW_PLANS) return doneReply('DISCARD PLANS', state)
    if (sql === ENQUEUE && request.kind === 'extended' && request.bind) {
      session.enqueued.push(parametersOf(request.bind))
      return doneReply('SELECT 0', state, true)
    }
    if (BEGINS.test(sql)) {
      session.enqueued.length = 0
      session.unseen.length = 0
      session.unsentBegin = sql
      return doneReply('BEGIN', 'T')
    }
    if (session.unsentBegin === null || !/^(commit|rollback)$/.test(sql)) return null
    session.unsentBegin = null
    return doneReply(sql.toUpperCase(), 'I')
  }

  async function answerOf(session: Session, { sql, request }: Sent): Promise<Reply> {
    session.backend ??= await connection()
    sendBegin(session)
    return session.backend.pass(request, sql)
  }

  /** Not awaited: it is sent with the next statement. */
  function sendBegin(session: Session): void {
    if (session.unsentBegin !== null) void backendOf(session).query(session.unsentBegin)
    session.unsentBegin = null
  }

  function nameOf(sql: string): string {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (seen.has(sql)) names.set(sql, `s${names.size}`)
    seen.add(sql)
    return ''
  }

  /** The text of a request; null where the client uses an unknown name. */
  function textOf({ prepared }: Session, request: ClientRequest): string | null {
    if (request.kind === 'simple') return request.sql
    if (request.kind !== 'extended' || !request.bind) throw new Error(`Nothing is asked: ${JSON.stringify(request)}`)
    if (request.parse) prepared.set(request.parse.name, request.parse.sql)
    return prepared.get(request.bind.statement) ?? null
  }

  /** Resolves when it is answered or waits for a lock; while it waits, nothing its client sent behind it is executed. */
  async function carryOut(session: Session, request: ClientRequest): Promise<'done' | 'waits'> {
    const sql = textOf(session, request)
    if (sql === null) {
      const unknown = { code: '26000', text: 'prepared statement does not exist' }
      lines.answer(session, errorReply(unknown, session.isInTransaction ? 'E' : 'I'))
      return 'done'
    }
    if (BEGINS.test(sql)) session.isInTransaction = true
    // A statement that may queue behind a waiting one must be withdrawn without its transaction.
    const mayBeTakenBack = session.isInTransaction && waiting().length > 0 && !ENDS_OR_BEGINS.test(sql)
    if (mayBeTakenBack) await savepoint(session)
    const sent = send(session, request, sql)
    note(session.life.name, sql)
    if (!/^(select|begin|discard)\b/.test(sql) && !RECORDS_ONLY.test(sql)) faults.onWrite()
    await untilItWaits(session, sent)
    if (!sent.answer) {
      session.waiting = sent
      await letWaitersGoOn([])
      if (session.waiting) endLongWait(session, sent)
      return 'waits'
    }
    if (/^(commit|rollback)$/.test(sql)) session.isInTransaction = false
    lines.answer(session, sent.answer)
    const { backend } = session
    // An error releases every lock at once; the rollback after it releases none.
    const letsGo = !session.isInTransaction || sent.answer.isError
    if (!session.isInTransaction) giveBack(session)
    if (backend && letsGo && waiting().length > 0) await letWaitersGoOn([backend.pid])
    return 'done'
  }

  async function savepoint(session: Session): Promise<void> {
    session.backend ??= await connection()
    sendBegin(session)
    await session.backend.query('savepoint waits')
  }

  /** The digest of the run: who sent which statement, and when. */
  function note(who: string, what: string): void {
    course.update(`${time.now()} ${who} ${what}\n`)
  }

  function endLongWait(session: Session, sent: Sent): void {
    time.after(session.lockTimeoutMs, async () => {
      if (session.waiting !== sent || session.isBroken) return
      const { pid } = backendOf(session)
      await endWait(session, sent, LOCK_TIMEOUT)
      await letWaitersGoOn([pid])
    })
  }

  return {
    socketFor: lines.socketFor,
    async restart(downForMs) {
      note('database', 'restarts')
      lines.beAway('down', downForMs)
      await endSessions([...sessions], chance.happens(0.5) ? { error: ENDED_BY_RESTART } : 'reset')
    },
    async failOver(darkForMs) {
      note('database', 'fails over')
      lines.beAway('dark', darkForMs)
      await endSessions([...sessions], chance.happens(0.5) ? 'dark' : 'dark, then reset')
    },
    suspend(life, milliseconds) {
      life.suspendedUntil = Math.max(life.suspendedUntil, time.now() + milliseconds)
      for (const session of [...sessions].filter((one) => one.life === life)) {
        if (milliseconds > session.idleInTransactionMs) lines.endWhenIdle(session)
      }
    },
    statements: () => statements,
    digest: () => course.copy().digest('hex'),
    async close() {
      await endSessions([...sessions], 'closed')
      await Promise.all(backends.map((backend) => backend.close()))
      await control.end()
    },
  }
}
