import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#test/database.ts'
import { aNetworkTo } from '#test/network.ts'
import { createLogger } from '../health/logger.ts'
import { type DeadLetter, startJobEngine } from './job-engine.ts'
import { defineJob, eachJob } from './jobs.ts'
import { EVERY_MINUTE } from './scheduled-work.ts'

const job = defineJob('greet', z.object({ name: z.string() }))
const stubborn = defineJob('greet-once', z.object({ name: z.string() }), { retryLimit: 0 })

async function anEngine() {
  const { db, url, close } = await testDatabase()
  const engine = await startJobEngine({ url, jobs: [job, stubborn], log: createLogger({ level: 'silent' }) })
  onTestFinished(async () => {
    await engine.stop()
    await close()
  })
  return { db, engine }
}

test('a job is done with and without a priority and a time to start', async () => {
  const { db, engine } = await anEngine()
  const greeted: string[] = []
  await engine.send(db, job, { name: 'plain' })
  await engine.send(db, job, { name: 'urgent' }, { priority: 5 })
  await engine.send(db, job, { name: 'due' }, { startAfter: new Date() })
  await engine.sendAll(db, job, [{ payload: { name: 'one of many' } }, { payload: { name: 'another' }, priority: 1 }])
  await engine.work([eachJob(job, async ({ name }) => void greeted.push(name))])
  await expect
    .poll(() => greeted.toSorted(), { timeout: 10_000 })
    .toEqual(['another', 'due', 'one of many', 'plain', 'urgent'])
})

test('a job that was sent in a transaction that came to nothing is never done', async () => {
  const { db, engine } = await anEngine()
  const greeted: string[] = []
  const cancelled = db.transaction().execute(async (trx) => {
    await engine.send(trx, job, { name: 'nobody' })
    throw new Error('changed our mind')
  })
  await expect(cancelled).rejects.toThrow('changed our mind')
  await engine.send(db, job, { name: 'somebody' })
  await engine.work([eachJob(job, async ({ name }) => void greeted.push(name))])
  await expect.poll(() => greeted, { timeout: 10_000 }).toEqual(['somebody'])
})

test('jobs are done again by themselves after the network to the database was silently cut', async () => {
  const { db, url, close } = await testDatabase()
  const network = await aNetworkTo(url)
  const engine = await startJobEngine({
    url: network.url,
    statementTimeoutMs: 200,
    timeouts: { askEveryMs: 500, answerWithinMs: 500 },
    jobs: [job],
    log: createLogger({ level: 'silent' }),
  })
  onTestFinished(async () => {
    await engine.stop()
    network.close()
    await close()
  })
  const greeted: string[] = []
  await engine.work([eachJob(job, async ({ name }) => void greeted.push(name))])
  await engine.send(db, job, { name: 'before' })
  await expect.poll(() => greeted, { timeout: 10_000 }).toEqual(['before'])
  network.loseConnections()
  await engine.send(db, job, { name: 'after' })
  await expect.poll(() => greeted, { timeout: 20_000 }).toEqual(['before', 'after'])
  await engine.check()
})

test('where a pooler reports a lost connection twice, the process lives on, listens again and does jobs', async () => {
  const { db, url, close } = await testDatabase()
  const network = await aNetworkTo(url)
  const uncaught: Error[] = []
  const note = (error: Error) => void uncaught.push(error)
  process.on('uncaughtException', note)
  const engine = await startJobEngine({ url: network.url, jobs: [job], log: createLogger({ level: 'silent' }) })
  onTestFinished(async () => {
    process.off('uncaughtException', note)
    await engine.stop()
    network.close()
    await close()
  })
  const greeted: string[] = []
  await engine.work([eachJob(job, async ({ name }) => void greeted.push(name))])
  await engine.send(db, job, { name: 'before' })
  await expect.poll(() => greeted, { timeout: 10_000 }).toEqual(['before'])
  const listening = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and application_name = 'cooee-jobs' and query like 'listen%'`.execute(
      db,
    )
    return rows.map(({ pid }) => pid)
  }
  const before = await listening()
  expect(before).toHaveLength(1)
  network.failTwice()
  const isNew = async () => (await listening()).some((pid) => !before.includes(pid))
  await expect.poll(isNew, { timeout: 10_000 }).toBe(true)
  await engine.send(db, job, { name: 'after' })
  await expect.poll(() => greeted, { timeout: 10_000 }).toEqual(['before', 'after'])
  expect(uncaught).toEqual([])
})

test('scheduled work runs when a worker starts, and what is scheduled no more ends with the next start', async () => {
  const { db, engine } = await anEngine()
  const ran: string[] = []
  const work = (name: string) => ({ name, cron: EVERY_MINUTE, run: async () => void ran.push(name) })
  await engine.schedule([work('send summaries'), work('delete accounts')])
  await expect.poll(() => ran.toSorted()).toEqual(['delete accounts', 'send summaries'])
  await engine.schedule([work('send summaries')])
  const kept = await sql<{ key: string; cron: string }>`select key, cron from pgboss.schedule`.execute(db)
  expect(kept.rows).toEqual([{ key: 'send-summaries', cron: EVERY_MINUTE }])
})

test('one run of a kind at a time, and stopping lets a long one end early', async () => {
  const { db, engine } = await anEngine()
  let under = 0
  const ended: boolean[] = []
  const long = {
    name: 'delete accounts',
    cron: EVERY_MINUTE,
    async run(isStopped: () => boolean) {
      under += 1
      while (!isStopped()) await new Promise((resolve) => setTimeout(resolve, 5))
      ended.push(isStopped())
    },
  }
  await engine.schedule([long])
  await expect.poll(() => under).toBe(1)
  await engine.schedule([long])
  const waiting = await sql`select from pgboss.job where name = 'scheduled-work' and state <= 'active'`.execute(db)
  expect(waiting.rows).toHaveLength(1)
  // Moving recordings into a store takes hours.
  const longest = await sql`select max(expire_seconds) as s from pgboss.job where name = 'scheduled-work'`.execute(db)
  expect(longest.rows).toEqual([{ s: 3 * 3600 }])
  await engine.stop()
  expect([under, ended]).toEqual([1, [true]])
})

test('scheduled work that keeps failing becomes a dead letter under its name', async () => {
  const { db, engine } = await anEngine()
  const letters: DeadLetter[] = []
  let tries = 0
  const run = async () => {
    tries += 1
    throw new Error('nothing works')
  }
  await engine.schedule([{ name: 'send summaries', cron: EVERY_MINUTE, run }])
  await engine.onDeadLetter(async (letter) => void letters.push(letter))
  const failed = () =>
    // Its next try is the last one, and at once.
    sql`update pgboss.job set retry_count = retry_limit, start_after = now()
      where name = 'scheduled-work' and state = 'retry' and retry_limit = 5`.execute(db)
  await expect.poll(async () => (await failed()).numAffectedRows).toBe(1n)
  await expect.poll(() => letters).toEqual([{ name: 'send summaries', payload: { work: 'send summaries' } }])
  expect(tries).toBe(2)
})

test('a job that was tried in vain as often as its kind allows becomes a dead letter', async () => {
  const { db, engine } = await anEngine()
  const letters: DeadLetter[] = []
  await engine.work([eachJob(stubborn, () => Promise.reject(new Error('nothing works')))])
  await engine.onDeadLetter(async (letter) => void letters.push(letter))
  await engine.send(db, stubborn, { name: 'Jane' })
  await expect.poll(() => letters).toEqual([{ name: 'greet-once', payload: { name: 'Jane' } }])
})

test('a process that finds the tables of jobs just made by another one starts all the same', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  await sql`drop schema pgboss cascade`.execute(database.db)
  // As if another process had been faster: a sequence counts what is rolled back as well.
  await sql`create sequence tries`.execute(database.db)
  await sql`create function lose_the_race() returns event_trigger language plpgsql as $$ begin
    if nextval('tries') = 1 then raise unique_violation; end if; end $$`.execute(database.db)
  await sql`create event trigger lose on ddl_command_start when tag in ('CREATE SCHEMA')
    execute function lose_the_race()`.execute(database.db)
  const engine = await startJobEngine({ url: database.url, jobs: [job], log: createLogger({ level: 'silent' }) })
  await engine.stop()
})
