import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { giveUpWork, workOf } from '#server/composition/workers/start-workers.ts'
import type { WorkerParts } from '#server/composition/workers/worker-parts.ts'
import { notifyOfLateCalls } from '#server/features/care/public.ts'
import { mailAdminsOfFailure } from '#server/features/messages/public.ts'
import { LATER_WORK } from '#server/later-work.ts'
import { startJobEngine } from '#server/platform/work/job-engine.ts'
import { type PollLoop, runPollLoop } from '#server/platform/work/poll-loop.ts'
import { account, care, MINUTE, SECOND, setUpAlertCalls } from './alert-calls-fixture.ts'
import { DUE_WORK_KINDS, healDueWork, isAdminMailed, pollDueWork, pollMinutes } from './due-work-kinds.ts'
import { insertAccount } from './insert-account.ts'
import { type Drill, JOB_DRILLS, POLL_LOOP_DRILLS, SCHEDULED_DRILLS } from './later-work-drills.ts'
import { dyingDb, partsOn, workerParts } from './later-work-fixture.ts'

setUpAlertCalls()

const log = pino({ level: 'silent' })
let worker: ReturnType<typeof workerParts>

beforeEach(async () => {
  for (const table of ['messages', 'recordingDeletions', 'webhooks', 'numberDials', 'inboundTexts'] as const) {
    await care.db.deleteFrom(table).execute()
  }
  worker = workerParts(care)
  const admin = { username: 'ada', email: 'ada@example.com', verifiedEmail: 'ada@example.com', passwordHash: 'none' }
  await insertAccount(care.db, { ...admin, role: 'admin' })
})

const namesOf = (mechanism: string) =>
  LATER_WORK.filter((work) => work.mechanism === mechanism)
    .map(({ name }) => name as string)
    .sort()
const workOfParts = (parts: WorkerParts) => workOf(parts, care.dispatcher)
const present = () => workOfParts(worker.parts)
/** From now on every work on it fails. */
const takeAway = (table: string) => sql`alter table ${sql.table(table)} rename to taken_away`.execute(care.db)
const giveBack = (table: string) => sql`alter table taken_away rename to ${sql.table(table)}`.execute(care.db)
let isAway: string | null = null
async function spoil(table: string): Promise<void> {
  await takeAway(table)
  isAway = table
}
async function heal(): Promise<void> {
  if (isAway !== null) await giveBack(isAway)
  isAway = null
}
afterEach(async () => {
  await heal()
  await healDueWork()
})

describe('the list of later work is complete', () => {
  test('the list of later work holds what a worker starts, and nothing else', () => {
    const { sets, handlers, scheduled } = present()
    expect(sets.flatMap(({ loops }) => loops.map(({ name }) => name)).sort()).toEqual(namesOf('poll loop'))
    expect(handlers.map(({ job }) => job.name).sort()).toEqual(namesOf('job'))
    expect(scheduled.map(({ name }) => name).sort()).toEqual(namesOf('scheduled'))
  })

  test('the list of later work holds every kind of due work: each purpose of a dial, and each other kind', async () => {
    const listed = new Set(namesOf('due work').map((name) => name.split(':')[0]))
    const found = (await sources()).flatMap(({ text }) => {
      const kinds = text.split('): DueWork<').slice(1)
      return kinds.map((kind) => /\bname: '([^']+)'/.exec(kind)?.[1] ?? 'a kind without a name')
    })
    expect(found.sort()).toEqual([...listed].sort())
    expect(namesOf('due work').filter((name) => name.startsWith('reconcile dial:'))).toHaveLength(4)
  })

  test('every kind of later work has its drill', () => {
    const drilled = (drills: object) => Object.keys(drills).sort()
    expect(DUE_WORK_KINDS.map(({ name }) => name as string).sort()).toEqual(namesOf('due work'))
    expect(drilled(POLL_LOOP_DRILLS)).toEqual(namesOf('poll loop'))
    expect(drilled(JOB_DRILLS)).toEqual(namesOf('job'))
    expect(drilled(SCHEDULED_DRILLS)).toEqual(namesOf('scheduled'))
  })

  test('only a worker runs poll loops and works on jobs, and only what is listed claims under a lease', async () => {
    const files = async (pattern: RegExp) =>
      (await sources()).flatMap(({ name, text }) => (pattern.test(text) ? [name] : [])).sort()
    expect(await files(/\brunPollLoops?\(/)).toEqual([
      'composition/workers/start-workers.ts',
      'platform/work/poll-loop.ts',
    ])
    expect(await files(/\bjobs\.(work|schedule)\(|new PgBoss\(/)).toEqual([
      'composition/workers/start-workers.ts',
      'platform/work/job-engine.ts',
    ])
    const claiming = await files(/\bclaimDue(<\w+>)?\(/)
    expect(claiming).toEqual([
      'features/dialling/cancel-at-provider.ts',
      'features/dialling/reconcile-dials.ts',
      'features/incidents/steps/advance-incidents.ts',
      'features/webhooks/deliver/claim-deliveries.ts',
    ])
  })

  async function sources(): Promise<{ name: string; text: string }[]> {
    const root = join(import.meta.dirname, '../src/server')
    const files: { name: string; text: string }[] = []
    for await (const name of glob('**/*.ts', { cwd: root })) {
      if (!name.endsWith('.test.ts')) files.push({ name, text: await readFile(join(root, name), 'utf8') })
    }
    return files
  }
})

describe.for(DUE_WORK_KINDS)('due work: $name', (kind) => {
  test('due work is done once, however often workers run it', async () => {
    await kind.fallsDue()
    await pollDueWork(kind)
    await pollDueWork(kind)
    await Promise.all([pollDueWork(kind), pollDueWork(kind)])
    expect(await kind.effect()).toEqual(kind.done)
  })

  test('due work is done by another worker when the one that claimed it dies before it did anything', async () => {
    await kind.fallsDue()
    const claimed = await kind.work().claim(care.clock.now())
    expect(claimed).toHaveLength(1)
    care.clock.advance(31 * SECOND)
    await pollDueWork(kind)
    expect(await kind.effect()).toEqual(kind.done)
  })

  test('due work is done once when the worker dies after it did it, and another runs the same again', async () => {
    await kind.fallsDue()
    const work = kind.work()
    const [item] = await work.claim(care.clock.now())
    if (!item) throw new Error('Nothing is due')
    await work.run(item, care.clock.now())
    await work.run(item, care.clock.now())
    await pollDueWork(kind)
    expect(await kind.effect()).toEqual(kind.done)
  })

  test('due work that fails is retried, reported to the right person, and done as soon as it can be', async () => {
    await kind.fallsDue()
    await kind.spoil()
    await pollMinutes(kind, 60)
    expect(await kind.effect()).not.toEqual(kind.done)
    const { notifies } = LATER_WORK.find(({ name }) => name === kind.name) ?? {}
    expect(kind.isNotified === null).toBe(notifies === 'nobody')
    if (kind.isNotified) expect(await kind.isNotified()).toBe(true)
    await kind.heal()
    care.clock.advance(15 * MINUTE)
    await pollDueWork(kind)
    expect(await kind.effect()).toEqual(kind.done)
  })
})

interface Kind extends Drill {
  name: string
  /** A worker does all of it that is due; rejects where its mechanism is to try again. */
  work(payload: object, parts?: WorkerParts): Promise<unknown>
}

function findRound(name: string, parts = worker.parts): { loop: PollLoop; settle(): Promise<void> } {
  const set = workOfParts(parts).sets.find(({ loops }) => loops.some((each) => each.name === name))
  const loop = set?.loops.find((each) => each.name === name)
  if (!set || !loop) throw new Error(`There is no poll loop "${name}"`)
  const settle = async () => {
    await set.stop()
    await care.dispatcher.idle()
  }
  return { loop, settle }
}

const POLL_LOOPS = Object.entries(POLL_LOOP_DRILLS).map(([name, drill]): Kind => {
  const work: Kind['work'] = async (_, parts) => {
    const { loop, settle } = findRound(name, parts)
    await loop.poll(() => false).finally(settle)
  }
  return { name, ...drill, work }
})
const JOBS = Object.entries(JOB_DRILLS).map(([name, drill]): Kind => {
  const work: Kind['work'] = async (payload, parts = worker.parts) => {
    const errors = await workOfParts(parts)
      .handlers.find(({ job }) => job.name === name)
      ?.handle([payload])
    await care.dispatcher.idle()
    if (errors?.[0] !== null) throw errors?.[0] ?? new Error(`Nobody handles ${name}`)
  }
  return { name, ...drill, work }
})
const SCHEDULED = Object.entries(SCHEDULED_DRILLS).map(([name, drill]): Kind => {
  const work: Kind['work'] = async (_, parts = worker.parts) => {
    const found = workOfParts(parts).scheduled.find((each) => each.name === name)
    if (!found) throw new Error(`There is no scheduled work "${name}"`)
    await found.run(() => false)
  }
  return { name, ...drill, work }
})

describe.for([...POLL_LOOPS, ...JOBS, ...SCHEDULED])('$name', (kind) => {
  const isDone = async () => expect(await kind.effect(worker)).toEqual(kind.done)
  /** And dials that were begun are asked about. */
  const leaseEnds = async () => {
    care.clock.advance(kind.leaseMs ?? 3 * MINUTE)
    await care.settle()
  }
  const isDoneOnce = async () => {
    await isDone()
    expect(kind.times?.(worker) ?? 1).toBe(1)
  }

  test('the work is done once, however often workers run it, also when one died after it was done', async () => {
    const payload = await kind.fallsDue(worker)
    expect(await kind.effect(worker)).not.toEqual(kind.done)
    await kind.work(payload)
    await isDoneOnce()
    await kind.work(payload)
    await Promise.all([kind.work(payload), kind.work(payload)])
    await isDoneOnce()
  })

  test('the work is done once when two workers run it at once', async () => {
    const payload = await kind.fallsDue(worker)
    await Promise.all([kind.work(payload), kind.work(payload)])
    await isDoneOnce()
  })

  test('the work is done by another worker, at whichever statement the first one dies', async () => {
    const payload = await kind.fallsDue(worker)
    for (let statements = 0; ; statements++) {
      const dying = dyingDb(care.deps.db, statements)
      await kind.work(payload, partsOn(worker.parts, dying.db)).catch(() => {})
      if (!dying.isDead()) break
      await leaseEnds()
    }
    await leaseEnds()
    await kind.work(payload)
    await isDone()
  })

  test('work that cannot be done fails, leaves nothing half done, and is done as soon as it can be', async () => {
    const payload = await kind.fallsDue(worker)
    await spoil(kind.needs)
    // What only wakes others cannot fail.
    if (kind.name === 'place-call') await kind.work(payload)
    else for (let tries = 0; tries < 3; tries++) await expect(kind.work(payload)).rejects.toThrow()
    await heal()
    expect(await kind.effect(worker)).not.toEqual(kind.done)
    // Accounts that are checked in vain wait for a day.
    care.clock.advance(2 * SECOND)
    await kind.work(payload)
    await isDone()
  })
})

/** The admins' mail is a row of `messages` as well: what fails for want of that table cannot be mailed. */
const REPORTABLE = POLL_LOOPS.filter(({ needs }) => needs !== 'messages').flatMap((kind) => {
  const atOnce = { ...kind, failsAfterMs: 0 }
  return kind.needsInTheEnd ? [atOnce, { ...kind, ...kind.needsInTheEnd }] : [atOnce]
})

describe.for(REPORTABLE)('the poll loop "$name" without "$needs"', (kind) => {
  test('a poll loop that fails for minutes is reported to the admins, and continues', async () => {
    await kind.fallsDue(worker)
    await spoil(kind.needs)
    const { loop, settle } = findRound(kind.name)
    let polled = 0
    let failed = 0
    const poll: PollLoop['poll'] = async (isStopped) => {
      polled += 1
      await loop.poll(isStopped).catch((error) => {
        failed += 1
        throw error
      })
    }
    const onStuck = (name: string) => mailAdminsOfFailure({ ...care.deps, log }, { name })
    const loops = runPollLoop({ everyMs: 5, clock: care.clock, log, loop: { ...loop, poll }, onStuck })
    try {
      await expect.poll(() => polled).toBeGreaterThan(1)
      care.clock.advance(kind.failsAfterMs)
      await expect.poll(() => failed).toBeGreaterThan(1)
      expect(await isAdminMailed(kind.name)).toBe(false)
      care.clock.advance(6 * MINUTE)
      await expect.poll(() => isAdminMailed(kind.name)).toBe(true)
    } finally {
      await loops.stop()
      await settle()
    }
  })
})

test('a job that pg-boss gives up is mailed to the admins under its name', async () => {
  const { handlers, scheduled } = present()
  const engine = await startJobEngine({ url: care.databaseUrl, jobs: handlers.map(({ job }) => job), log })
  const nothingWorks = new Error('nothing works')
  try {
    await engine.onDeadLetter((letter) => mailAdminsOfFailure({ ...care.deps, log }, letter))
    await engine.work(handlers.map((each) => ({ ...each, handle: async (all) => all.map(() => nothingWorks) })))
    await engine.schedule(scheduled.map((each) => ({ ...each, run: () => Promise.reject(nothingWorks) })))
    for (const { job } of handlers) await engine.send(care.db, job, {})
    const names = [...namesOf('job'), ...namesOf('scheduled')]
    const unmailed = async () => {
      // The next try of each is the last one, and at once.
      await sql`update pgboss.job set retry_count = retry_limit, start_after = now()
        where name <> 'dead-letters' and state = 'retry'`.execute(care.db)
      const mailed = await Promise.all(names.map(isAdminMailed))
      return names.filter((_, index) => !mailed[index])
    }
    await expect.poll(unmailed, { timeout: 150_000, interval: 500 }).toEqual([])
  } finally {
    await engine.stop()
  }
}, 200_000)

test('a talk whose summary is given up waits for none, and the admins are mailed', async () => {
  const payload = await JOB_DRILLS['summarise-talk'].fallsDue(worker)
  await giveUpWork({ ...care.deps, log }, { name: 'summarise-talk', payload })
  expect(await care.db.selectFrom('talks').select('summaryFailedAt').executeTakeFirst()).toEqual({
    summaryFailedAt: care.clock.now(),
  })
  expect(await isAdminMailed('summarise-talk')).toBe(true)
})

test('a call whose wake-up leads to nothing is reported to the account holder', async () => {
  const drill = JOB_DRILLS['place-call']
  const payload = await drill.fallsDue(worker)
  await spoil(drill.needs)
  await JOBS.find(({ name }) => name === 'place-call')?.work(payload)
  care.clock.advance(6 * MINUTE)
  await notifyOfLateCalls(care.deps)
  expect(care.notified.map(({ accountId }) => accountId)).toContain(account.id)
})
