import { connect, createServer, type Socket } from 'node:net'

/** One address for several processes, as a load balancer gives it. */
export interface FrontDoor {
  port: number
  close(): void
}

/** Passes each connection to the next of `ports` in turn; to one of the others where that one does not listen. */
export async function openFrontDoor(ports: readonly number[]): Promise<FrontDoor> {
  let turn = 0
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    turn += 1
    open.add(incoming)
    incoming.on('close', () => open.delete(incoming)).on('error', () => {})
    passOn(incoming, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The front door has no address')
  return {
    port: address.port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function passOn(incoming: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    incoming.destroy()
    return
  }
  const outgoing = connect({ port, host: '127.0.0.1' })
  const tryNext = () => passOn(incoming, others)
  outgoing.once('error', tryNext)
  outgoing.once('connect', () => {
    outgoing.off('error', tryNext)
    outgoing.on('error', () => {})
    outgoing.on('close', () => incoming.destroy())
    incoming.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing).pipe(incoming)
  })
}
