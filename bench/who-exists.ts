import { hashPassword } from '#server/features/accounts/passwords/passwords.ts'
import { startProduct } from './product.ts'

export interface TimeApart {
  question: string
  knownMs: number
  unknownMs: number
  /** The difference of the two medians. */
  apartMs: number
  /** The same of the server's processor time, which other programs on the machine do not disturb. */
  apartCpuMs: number
}

interface Cost {
  ms: number
  cpuMs: number
}

/**
 * How long a refused sign-in and a request for a reset link take for somebody who exists and for somebody who does not, in
 * turns, over HTTP. Each from an address of its own and to an account of its own, so that no delay or quota is measured.
 */
export async function benchWhoExists(databaseUrl: string, { times }: { times: number }): Promise<TimeApart[]> {
  const nobody = { accountSid: 'AC00', authToken: 'none', from: '+61255501234', baseUrl: 'http://127.0.0.1:9' }
  const product = await startProduct({ databaseUrl, phones: nobody, callsPerSecond: 1 })
  try {
    const passwordHash = await hashPassword('Sunny-Morning-7')
    const names = Array.from({ length: times }, (_, index) => `somebody${index}`)
    await product.db
      .insertInto('people')
      .values(names.map((username) => ({ username, email: `${username}@example.com`, passwordHash })))
      .execute()
    let asked = 0
    const timeOf = async (path: string, body: object): Promise<Cost> => {
      asked += 1
      const address = `198.18.${asked >> 8}.${asked & 255}`
      const begun = performance.now()
      const cpu = process.cpuUsage()
      const answer = await fetch(`${product.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      const { user, system } = process.cpuUsage(cpu)
      return { ms: performance.now() - begun, cpuMs: (user + system) / 1000 }
    }
    const compare = async (question: string, path: string, bodyOf: (name: string) => object): Promise<TimeApart> => {
      const known: Cost[] = []
      const unknown: Cost[] = []
      for (const name of names) {
        known.push(await timeOf(path, bodyOf(name)))
        unknown.push(await timeOf(path, bodyOf(`x${name}`)))
      }
      const of = (costs: Cost[]) => ({
        ms: median(costs.map(({ ms }) => ms)),
        cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
      })
      const [there, not] = [of(known), of(unknown)]
      return {
        question,
        knownMs: there.ms,
        unknownMs: not.ms,
        apartMs: Math.abs(there.ms - not.ms),
        apartCpuMs: Math.abs(there.cpuMs - not.cpuMs),
      }
    }
    return [
      await compare('sign-in, wrong password', '/api/login', (username) => ({ username, password: 'wrong' })),
      await compare('reset link', '/api/password/request-reset', (name) => ({ email: `${name}@example.com` })),
    ]
  } finally {
    await product.stop()
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
