import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** All addresses of a host name; throws when it has none. */
export type FindAddresses = (hostname: string) => Promise<string[]>

/** Each system lookup holds one of the process's four threads while a name server is silent: due calls need theirs. */
const BATCH_SIZE = 2
/** In milliseconds. A slower name joins the other slow ones, which are looked up one at a time; quick names have their own queue. */
const SLOW_MS = 2_000

/** Asks the system, hosts file included: a few names at a time, and each of them once however many wait for it. */
export function systemAddresses(find: FindAddresses = askSystem, slowMs = SLOW_MS): FindAddresses {
  const underWay = new Map<string, Promise<string[]>>()
  const running = new Set<string>()
  const slow = new Set<string>()
  const waiting: { hostname: string; start: () => void }[] = []

  function hasTurn(hostname: string): boolean {
    return running.size < BATCH_SIZE && (!slow.has(hostname) || slow.isDisjointFrom(running))
  }
  function startWaiting(): void {
    const next = waiting.find(({ hostname }) => hasTurn(hostname))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    running.add(next.hostname)
    next.start()
  }

  const inTurn = async (hostname: string): Promise<string[]> => {
    if (hasTurn(hostname)) running.add(hostname)
    else await new Promise<void>((start) => waiting.push({ hostname, start }))
    const began = performance.now()
    const timer = setTimeout(() => slow.add(hostname), slowMs)
    try {
      return await find(hostname)
    } finally {
      clearTimeout(timer)
      if (performance.now() - began < slowMs) slow.delete(hostname)
      running.delete(hostname)
      underWay.delete(hostname)
      startWaiting()
    }
  }
  return (hostname) => {
    const literal = hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(literal)) return Promise.resolve([literal])
    const asked = underWay.get(hostname) ?? inTurn(hostname)
    underWay.set(hostname, asked)
    return asked
  }
}

/** `localhost` and all that ends in it, as the URL parser writes them; a full stop at the end changes nothing. */
const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/
const LOOPBACK = ['127.0.0.1', '::1']

/** Loopback names are this machine, whatever a name server says of them, and are never asked about (RFC 6761, 6.3). */
export function withLoopbackNames(find: FindAddresses): FindAddresses {
  return async (hostname) => (LOOPBACK_NAME.test(hostname) ? LOOPBACK : find(hostname))
}

async function askSystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address)
}
