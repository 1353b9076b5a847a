import type { Chance } from './chance.ts'
import { type ClientRequest, clientRequestReader } from './client-requests.ts'
import { type ProcessLife, planFor } from './process-life.ts'
import { fatalError, type Reply, type ServerError, welcome } from './server-replies.ts'
import { SimulatedSocket } from './simulated-socket.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** What goes wrong between the clients and the server. */
export interface Clients {
  chance: Chance
  /** Whether anything goes wrong at present. */
  isUnkind(): boolean
}

/** What the server knows of one connection. */
export interface FarSession {
  readonly life: ProcessLife
  readonly socket: SimulatedSocket
  readonly lockTimeoutMs: number
  readonly idleInTransactionMs: number
  isBroken: boolean
  isInTransaction: boolean
  /** What has arrived and is not executed yet. */
  readonly inbox: ClientRequest[]
  isServing: boolean
  /** How much of it was carried out. */
  served: number
  /** When what the client sent last arrives at the earliest: a connection keeps its order, both ways. */
  lastAt: number
  answeredAt: number
}

/** How a connection ends, as its client sees it. Dark: nothing arrives any more. */
export type AwayHow = 'closed' | 'reset' | 'dark' | 'dark, then reset' | { error: ServerError }

/** The server behind the lines. */
interface Server<Session> {
  open(line: FarSession): Session
  carryOut(session: Session, request: ClientRequest): Promise<'done' | 'waits'>
  /** Counts a step of a process towards its planned death; returns whether it is dead now. */
  isFatal(life: ProcessLife): Promise<boolean>
  /** Rolls back what is open; with an error for the client, or since the client has gone. */
  end(session: Session, error?: ServerError): Promise<void>
}

export interface ClientLines<Session> {
  socketFor(life: ProcessLife): SimulatedSocket
  answer(session: Session, reply: Reply): void
  /** What it waited for has arrived: what was sent behind it is executed. */
  goOn(session: Session): void
  /** Reports the end of a session to its client. */
  end(session: Session, how: AwayHow): void
  /** Ends its transaction when it has been idle for too long, unless something further is carried out by then. */
  endWhenIdle(session: Session): void
  /** For this long there are no new connections: refused at once, or silent. */
  beAway(how: 'down' | 'dark', milliseconds: number): void
}

const STALLS = 0.0015
const NOT_YET: ServerError = { code: '57P03', text: 'the database system is starting up' }
const ENDED_AS_IDLE: ServerError = {
  code: '25P03',
  text: 'terminating connection due to idle-in-transaction timeout',
}

/** Delivers the requests of clients and the answers of the server, each at its own simulated instant. */
export function clientLines<Session extends FarSession>(
  time: SimulatedTime,
  { chance, isUnkind }: Clients,
  server: Server<Session>,
): ClientLines<Session> {
  let away: { how: 'down' | 'dark'; until: number } = { how: 'down', until: 0 }
  let connections = 0
  /** When the client learns that the connection of a session that ended silently is gone. */
  const knownGoneFrom = new WeakMap<SimulatedSocket, number>()
  const isAway = (how: 'down' | 'dark') => away.how === how && time.now() < away.until

  function latency(isInTransaction: boolean): number {
    if (!isUnkind() || !chance.happens(STALLS)) return chance.between(0.2, 3)
    return isInTransaction ? chance.between(500, 25_000) : chance.between(500, 120_000)
  }

  function socketFor(life: ProcessLife): SimulatedSocket {
    const read = clientRequestReader()
    let session: Session | null = null
    let isGone = false
    return new SimulatedSocket(life, (socket) => ({
      onConnect() {
        planFor(life, latency(false), async () => {
          if (await server.isFatal(life)) return
          if (isAway('down') && chance.happens(0.7)) socket.break(fault('ECONNREFUSED'))
          else if (!isAway('dark')) socket.accept()
        })
      },
      onBytes(bytes) {
        if (session?.isBroken) return void resetIfKnown(socket)
        for (const request of read(bytes)) {
          if (request.kind === 'startup') planFor(life, latency(false), () => start(socket, request.settings))
          else if (request.kind !== 'terminate' && session) arriveInOrder(session, request)
        }
      },
      onGone() {
        if (isGone) return
        isGone = true
        // Messages that are under way arrive first, or never.
        const arrived = session && chance.happens(0.5) ? session.lastAt : 0
        time.at(Math.max(arrived, time.now() + chance.between(0.2, 3)), async () => {
          if (session && !session.isBroken) await server.end(session)
          else if (!session) socket.hangUp()
        })
      },
    }))

    async function start(socket: SimulatedSocket, settings: ReadonlyMap<string, string>): Promise<void> {
      if (await server.isFatal(life)) return
      if (socket.destroyed || isAway('dark')) return
      if (isAway('down')) {
        socket.receive(fatalError(NOT_YET))
        socket.hangUp()
        return
      }
      connections += 1
      session = server.open({
        ...{ life, socket, isBroken: false, isInTransaction: false, inbox: [], isServing: false, served: 0 },
        ...{ lastAt: 0, answeredAt: 0 },
        lockTimeoutMs: Number(settings.get('lock_timeout')),
        idleInTransactionMs: Number(settings.get('idle_in_transaction_session_timeout')),
      })
      socket.receive(welcome(connections))
    }
  }

  function arriveInOrder(session: Session, request: ClientRequest): void {
    const onItsWay = latency(session.isInTransaction)
    if (session.isInTransaction && onItsWay > session.idleInTransactionMs) endWhenIdle(session)
    session.lastAt = Math.max(session.lastAt, time.now() + onItsWay)
    planFor(session.life, session.lastAt - time.now(), () => {
      if (session.isBroken) return undefined
      session.inbox.push(request)
      return serve(session)
    })
  }

  async function serve(session: Session): Promise<void> {
    if (session.isServing) return
    session.isServing = true
    for (let request = session.inbox.shift(); request; request = session.inbox.shift()) {
      if (session.isBroken || (await server.isFatal(session.life))) return
      session.served += 1
      if ((await server.carryOut(session, request)) === 'waits') return
    }
    session.isServing = false
  }

  function endWhenIdle(session: Session): void {
    const { served } = session
    time.after(session.idleInTransactionMs, async () => {
      const isIdle = session.isInTransaction && !session.isServing && session.served === served
      if (isIdle && !session.isBroken) await server.end(session, ENDED_AS_IDLE)
    })
  }

  function resetIfKnown(socket: SimulatedSocket): void {
    const from = knownGoneFrom.get(socket)
    if (from === undefined || time.now() < from) return
    planFor(socket.life, chance.between(0.2, 3), () => socket.break(fault('ECONNRESET')))
  }

  return {
    socketFor,
    answer(session, reply) {
      const { life, socket } = session
      session.answeredAt = Math.max(session.answeredAt, time.now() + chance.between(0.1, 1))
      planFor(life, session.answeredAt - time.now(), async () => {
        if (await server.isFatal(life)) return
        socket.receive(reply.bytes)
      })
    },
    goOn(session) {
      time.after(0, () => {
        session.isServing = false
        return serve(session)
      })
    },
    end({ life, socket, answeredAt }, how) {
      const soon = Math.max(answeredAt, time.now() + chance.between(0.1, 1)) - time.now()
      if (how === 'dark' || how === 'dark, then reset') {
        socket.goDark()
        if (how === 'dark, then reset') knownGoneFrom.set(socket, away.until)
      } else if (how === 'reset') {
        socket.goDark()
        planFor(life, soon, () => socket.break(fault('ECONNRESET')))
      } else {
        planFor(life, soon, () => {
          if (how !== 'closed') socket.receive(fatalError(how.error))
          socket.hangUp()
        })
      }
    },
    endWhenIdle,
    beAway(how, milliseconds) {
      away = { how, until: time.now() + milliseconds }
    },
  }
}

const fault = (code: string) => Object.assign(new Error(`The connection broke: ${code}`), { code })
