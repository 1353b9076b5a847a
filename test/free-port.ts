import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Linux gives outgoing connections the ports from 32768 up: one of those could take a server's port before it listens,
 * or while it is killed and started again.
 */
const LOWEST_PORT = 20_000
const EPHEMERAL_PORTS = 32_768
const TRIES = 50

/** A loopback port that nobody listens on and no outgoing connection will take: providers are given it before the server listens. */
export async function aFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(LOWEST_PORT, EPHEMERAL_PORTS)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found in ${TRIES} tries`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
