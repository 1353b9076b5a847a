import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** All addresses of a host name; throws where there are none. */
export type FindAddresses = (hostname: string) => Promise<string[]>

/**
 * The system's own look-ups take a thread each of the four that the whole process has, and hold it for as long as a name
 * server is silent: calls that are due need theirs.
 */
const AT_ONCE = 2

/** Asks the system, hosts file included: a few names at a time, and each of them once however many wait for it. */
export function systemAddresses(find: FindAddresses = askSystem): FindAddresses {
  const underWay = new Map<string, Promise<string[]>>()
  const waiting: (() => void)[] = []
  let running = 0
  const inTurn = async (hostname: string): Promise<string[]> => {
    while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await find(hostname)
    } finally {
      running -= 1
      underWay.delete(hostname)
      waiting.shift()?.()
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

async function askSystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true, order: 'verbatim' })).map(({ address }) => address)
}
