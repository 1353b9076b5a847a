import { expect, onTestFinished } from 'vitest'
import { registerAccount } from '../../e2e/account.ts'
import { startPhones } from '../../e2e/phones.ts'
import { waitUntil } from '../../e2e/wait-until.ts'
import { aFreePort } from '../free-port.ts'
import { balance, type Machine, startMachine } from '../machines.ts'

const CALLS = 40
/** The calls are due over so many seconds. */
const OVER_SECONDS = 20
/** Patroni replaces a primary after 20 seconds; what rang meanwhile is asked about later. */
const ENDED_WITHIN_SECONDS = 240
/** Phones of people who press 1: no ending up to 45, which the sandbox gives a behaviour. */
const number = (index: number) => `+614915701${46 + index}`

/** What happened to forty people whose calls were due while something happened to the database. */
export interface Outcome {
  /** How often each phone rang. */
  rings: readonly number[]
  statuses: readonly string[]
  /** Whether no process has ended. */
  allRun: boolean
  /** How often each process has said that the database was gone, and was back. */
  outages: readonly { gone: number; back: number }[]
}

/**
 * One web process and two workers on the database that `settings` names; forty people are called over twenty seconds, each presses 1.
 * `act` happens when ten phones have rung; all calls are waited for. `whileAway` is asked for readiness by the tests.
 */
export async function callThrough(
  settings: Record<string, string>,
  act: (fleet: { webUrl: string }) => Promise<unknown>,
): Promise<Outcome> {
  const phones = await startPhones({ ringSeconds: 0.4 })
  const machines: Machine[] = []
  const balancer = await balance(await aFreePort(), () => machines.slice(0, 1).map(({ url }) => url))
  onTestFinished(async () => {
    await Promise.all(machines.map((machine) => machine.stop()))
    balancer.close()
    await phones.close()
  })
  const environment = {
    ...phones.env,
    PUBLIC_URL: balancer.url,
    CALLS_PER_SECOND: '20',
    RETRY_DELAY_SECONDS: '1',
    DATABASE_POOL_SIZE: '8',
    ...settings,
  }
  for (const role of ['web', 'worker', 'worker'] as const) machines.push(await startMachine(role, environment))
  await Promise.all(machines.map((machine) => machine.ready()))
  const account = await registerAccount(balancer.url)
  const people: number[] = []
  for (let index = 0; index < CALLS; index += 1) {
    people.push(await account.addLovedOne({ name: `Person ${index}`, phoneNumber: number(index) }))
  }
  const from = Date.now() + 3_000
  for (const [index, lovedOneId] of people.entries()) {
    const scheduledTime = new Date(from + (index / CALLS) * OVER_SECONDS * 1000).toISOString()
    await account.schedule({ lovedOneId, scheduledTime })
  }
  const allEnded = async () => {
    await waitUntil('ten phones have rung', () => phones.simulator.calls().length >= 10, { seconds: 60, everyMs: 5 })
    await act({ webUrl: balancer.url })
    return waitUntil(
      'all calls have ended',
      async () => {
        const history = await account.history()
        return history.length === CALLS && history
      },
      { seconds: ENDED_WITHIN_SECONDS, everyMs: 500 },
    )
  }
  const ended = await allEnded().catch((error: unknown) => {
    throw new Error(machines.map((machine) => machine.output()).join('\n'), { cause: error })
  })
  expect(await account.upcoming()).toEqual([])
  await waitUntil(
    'each process says that the database is back',
    async () => machines.map(outagesOf).every(({ gone, back }) => gone === back),
    { seconds: 15 },
  )
  const rung = phones.simulator.calls().map(({ to }) => to)
  return {
    rings: people.map((_, index) => rung.filter((to) => to === number(index)).length),
    statuses: ended.map(({ status }) => status),
    allRun: (
      await Promise.all(
        machines.map(({ url }) =>
          fetch(`${url}/api/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        ),
      )
    ).every(Boolean),
    outages: machines.map(outagesOf),
  }
}

function outagesOf(machine: Machine) {
  const linesWith = (words: string) => machine.output().split(words).length - 1
  return { gone: linesWith('Database not reachable; retrying'), back: linesWith('Database reachable again after') }
}
