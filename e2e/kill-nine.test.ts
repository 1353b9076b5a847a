import { describe, expect, inject, test } from 'vitest'
import { seededRandom } from '#simulators/twilio/hostility.ts'
import { copyDatabase } from '#test/copied-database.ts'
import { killSeeds, noteJudgedKills } from '#test/kill-rounds.ts'
import { type Account, registerAccount } from './account.ts'
import { letPeopleAnswer, type Phones, startPhones, wasHeard } from './phones.ts'
import { type Product, startProduct } from './product.ts'
import { waitUntil } from './wait-until.ts'

const CALLS = 30
/** Without callbacks the provider is asked 15 seconds after a dial, and then at growing distances. */
const SETTLED_WITHIN_SECONDS = 130
/**
 * In one morning, one after the other, each while calls leave again. Without callbacks a later kill would only put off when the provider is
 * asked. Beside the other journeys one alone: the first phones ring for 44 seconds, and three starts take longer on a crowded machine.
 */
const KILLS = { withCallbacks: process.env.KILL_BOOK ? 3 : 1, without: 1 }
/** Phones of people who press 1: no ending up to 45, which the sandbox gives a behaviour. */
const number = (index: number) => `+614915701${index + 46}`

interface Morning {
  product: Product
  phones: Phones
  account: Account
  callIds: number[]
}

interface MorningOptions {
  ringSeconds: number
  deliverCallbacks?: boolean
  env?: Record<string, string>
  /** Whether the product must have a database server of its own. */
  ownDatabase?: boolean
}

/** Thirty people are to be rung in the same few seconds. */
async function aBusyMorning(
  { env = {}, ownDatabase = false, ...provider }: MorningOptions,
  during: (morning: Morning) => Promise<void>,
): Promise<void> {
  const phones = await startPhones(provider)
  // To make and start a server costs more than the product: where one is there for all, a database on it does.
  const server: string | undefined = ownDatabase ? undefined : inject('templateDatabaseUrl')
  const database = server === undefined ? null : await copyDatabase(server)
  const elsewhere: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
  const product = await startProduct({ ...phones.env, CALLS_PER_SECOND: '10', ...elsewhere, ...env })
  try {
    const account = await registerAccount(product.url)
    const people = await Promise.all(
      Array.from({ length: CALLS }, (_, index) =>
        account.addLovedOne({ name: `Person ${index}`, phoneNumber: number(index) }),
      ),
    )
    const scheduledTime = new Date(Date.now() + 3000).toISOString()
    const calls = await Promise.all(people.map((lovedOneId) => account.schedule({ lovedOneId, scheduledTime })))
    await during({ product, phones, account, callIds: calls.map(({ id }) => id) })
  } finally {
    await product.stop()
    await phones.close()
    await database?.drop()
  }
}

/** When it is killed: after so many phones have begun to ring, and this much later. */
function momentsOf(random: () => number, count: number) {
  const share = (CALLS - 2) / count
  return Array.from({ length: count }, (_, kill) => ({
    afterCalls: 1 + Math.floor((kill + random()) * share),
    furtherMs: Math.floor(random() * 100),
  }))
}

/** Waits until so many phones have begun to ring, and up to a tenth of a second more: the pace is ten a second. */
async function whenSoManyRing({ phones }: Morning, count: number, furtherMs: number): Promise<void> {
  await waitUntil(`${count} phones ring`, () => phones.simulator.calls().length >= count, { everyMs: 2 })
  await new Promise((resolve) => setTimeout(resolve, furtherMs))
}

async function untilAllHaveEnded({ account, callIds }: Morning) {
  return waitUntil(
    'all calls have ended',
    async () => {
      const ended = await account.history()
      return ended.length === callIds.length && ended
    },
    { seconds: SETTLED_WITHIN_SECONDS, everyMs: 500 },
  )
}

const ringsOf = ({ phones }: Morning) =>
  Array.from({ length: CALLS }, (_, index) => phones.simulator.callsTo(number(index)).length)

describe.concurrent.each(killSeeds())(
  'thirty calls are leaving and the product is killed (seed %i)',
  {
    timeout: 400_000,
  },
  (seed) => {
    test.for([
      { moment: 1, name: 'at one moment', withDatabase: false, deliverCallbacks: true },
      { moment: 2, name: 'at another moment', withDatabase: false, deliverCallbacks: true },
      { moment: 3, name: 'and no callback arrives', withDatabase: false, deliverCallbacks: false },
      { moment: 4, name: 'together with its database', withDatabase: true, deliverCallbacks: false },
    ])(
      '$name: after a restart every phone has rung exactly once',
      async ({ moment, name, withDatabase, deliverCallbacks }) => {
        const random = seededRandom(seed + moment)
        const kills = momentsOf(random, deliverCallbacks ? KILLS.withCallbacks : KILLS.without)
        for (const { afterCalls, furtherMs } of kills)
          console.log(`Killed ${name}: ${furtherMs} ms after phone ${afterCalls} of ${CALLS} began to ring`)
        // The phones ring until somebody takes them, and nobody does before all of them ring.
        await aBusyMorning({ ringSeconds: 44, deliverCallbacks, ownDatabase: withDatabase }, async (morning) => {
          for (const { afterCalls, furtherMs } of kills) {
            await whenSoManyRing(morning, afterCalls, furtherMs)
            await (withDatabase ? morning.product.kill9WithDatabase() : morning.product.kill9())
            await morning.product.restart()
          }
          await waitUntil('all phones ring', () => ringsOf(morning).every((rings) => rings > 0), { seconds: 40 })
          const goAway = letPeopleAnswer(morning.phones.simulator)
          try {
            const ended = await untilAllHaveEnded(morning)
            expect(ended.map(({ status }) => status)).toEqual(Array(CALLS).fill('completed'))
            expect(ringsOf(morning)).toEqual(Array(CALLS).fill(1))
            expect(await morning.account.upcoming()).toEqual([])
            noteJudgedKills(kills.length)
          } finally {
            goAway()
          }
        })
      },
    )

    test('after a kill in the middle of conversations only the people who were cut off are rung again, and everybody is reached', async () => {
      const random = seededRandom(seed + 5)
      const afterCalls = 8 + Math.floor(random() * 20)
      console.log(`Killed during conversations: when phone ${afterCalls} of ${CALLS} began to ring`)
      await aBusyMorning({ ringSeconds: 0.4, env: { RETRY_DELAY_SECONDS: '1' } }, async (morning) => {
        await whenSoManyRing(morning, afterCalls, Math.floor(random() * 100))
        await morning.product.kill9()
        await morning.product.restart()
        const ended = await untilAllHaveEnded(morning)
        expect(ended.map(({ status }) => status)).toEqual(Array(CALLS).fill('completed'))
        for (let index = 0; index < CALLS; index += 1) {
          const rings = morning.phones.simulator.callsTo(number(index))
          // A person who answered is never rung again, and one who was cut off is rung until they answer.
          expect(rings.slice(0, -1).filter(wasHeard)).toEqual([])
          expect(rings.length).toBeLessThanOrEqual(2)
        }
        noteJudgedKills(1)
      })
    })
  },
)
