import { setTimeout } from 'node:timers/promises'
import { type Memory, type StartedProduct, startAsOperator } from './started-product.ts'

/** So long after the start what was only needed for it has been given back. */
const SETTLED_AFTER_MS = 15_000
export const REQUESTS = 2_000

export interface StartResult {
  /** The start that makes the database and compiles everything, and one after it. */
  first: Pick<StartedProduct, 'readyAfterMs' | 'cpuMs'>
  second: Pick<StartedProduct, 'readyAfterMs' | 'cpuMs'>
  /** Undefined where there is no /proc. */
  idle: ReturnType<StartedProduct['memory']>
  used: ReturnType<StartedProduct['memory']>
}

/** Starts the product twice as `npm start` does, and measures its memory when it is idle and after some use. */
export async function benchStart(options: { dataDir: string; port: number }): Promise<StartResult> {
  const first = await startAsOperator(options)
  await first.stop()
  const second = await startAsOperator(options)
  try {
    await setTimeout(SETTLED_AFTER_MS)
    const idle = second.memory()
    await use(second)
    await setTimeout(SETTLED_AFTER_MS)
    return { first, second, idle, used: second.memory() }
  } finally {
    await second.stop()
  }
}

/** What a carer's browser asks for, again and again. */
async function use(product: StartedProduct): Promise<void> {
  const token = await signInAsDemo(product)
  const paths = ['/api/dashboard/stats', '/api/loved-ones', '/api/calls/upcoming', '/api/calls/history', '/dashboard']
  for (let sent = 0; sent < REQUESTS; sent += paths.length) {
    const headers = { authorization: `Bearer ${token}` }
    const answers = await Promise.all(paths.map((path) => fetch(product.url + path, { headers })))
    for (const answer of answers) {
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
      await answer.arrayBuffer()
    }
  }
}

/** The demo account's password is printed at every start. */
export async function signInAsDemo({ url, output }: StartedProduct): Promise<string> {
  const password = /Demo logins: .* password (\S+)/.exec(output())?.[1]
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`The demo account cannot sign in: ${answer.status}`)
  return token
}

/** All of it: what several processes share counts once. */
export function total(memory: { node: Memory; postgres: Memory }): number {
  return memory.node.proportionalMb + memory.postgres.proportionalMb
}
