import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#test/database.ts'
import { aNetworkTo } from '#test/network.ts'
import { defineJob, eachJob, startJobEngine } from './jobs.ts'
import { createLogger } from './logger.ts'

const job = defineJob('greet', z.object({ name: z.string() }))

async function anEngine() {
  const { db, url, close } = await testDatabase()
  const engine = await startJobEngine({ url, jobs: [job], log: createLogger({ level: 'silent' }) })
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

test('where the network to the database went dark without a word, jobs are done again by themselves', async () => {
  const { db, url, close } = await testDatabase()
  const network = await aNetworkTo(url)
  const engine = await startJobEngine({
    url: network.url,
    statementTimeoutMs: 200,
    options: { notifyHeartbeatIntervalMs: 500, notifyHeartbeatTimeoutMs: 500 },
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
