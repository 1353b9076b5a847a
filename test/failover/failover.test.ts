import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../../e2e/wait-until.ts'
import { callThrough, type Outcome } from './calls-through-a-failover.ts'
import { startPatroniCluster } from './patroni-cluster.ts'

const once = (outcome: Outcome) => Array(outcome.rings.length).fill(1)
const completed = (outcome: Outcome) => Array(outcome.statuses.length).fill('completed')

async function aCluster(options: { isSynchronous: boolean }) {
  const cluster = await startPatroniCluster(options)
  onTestFinished(() => cluster.stop())
  return cluster
}

function expectOutageInEachLog({ outages }: Outcome): void {
  expect(outages).toHaveLength(3)
  for (const { gone, back } of outages) {
    expect(gone).toBeGreaterThan(0)
    expect(back).toBe(gone)
  }
}

function expectNothingLostOrDoubled(outcome: Outcome): void {
  expect(outcome.rings).toEqual(once(outcome))
  expect(outcome.statuses).toEqual(completed(outcome))
  expect(outcome.allRun).toBe(true)
}

test('a synchronous pair: the primary loses its power while calls leave, and each phone rings once', async () => {
  const cluster = await aCluster({ isSynchronous: true })
  const outcome = await callThrough({ DATABASE_URL: cluster.url }, async () => cluster.kill9(await cluster.primary()))
  expectNothingLostOrDoubled(outcome)
  expectOutageInEachLog(outcome)
})

test('an asynchronous pair: the last seconds are lost with the primary, and no phone rings twice', async () => {
  const cluster = await aCluster({ isSynchronous: false })
  const primary = await cluster.primary()
  const outcome = await callThrough({ DATABASE_URL: cluster.url }, async () => {
    await cluster.queryAt(primary, 'alter role replicator nologin')
    await cluster.queryAt(primary, 'select pg_terminate_backend(pid) from pg_stat_replication')
    await pause(3_000)
    await cluster.kill9(primary)
  })
  expect(outcome.rings).toEqual(once(outcome))
  // What the lost seconds had recorded is asked from the provider: a key that only they knew is nobody's any more.
  expect(outcome.statuses.every((status) => status === 'completed' || status === 'missed')).toBe(true)
  expect(outcome.statuses.filter((status) => status === 'completed').length).toBeGreaterThan(outcome.rings.length / 2)
  expect(outcome.allRun).toBe(true)
})

test('a synchronous standby dies: Cooee says that it is not ready, and goes on when the standby is back', async () => {
  const cluster = await aCluster({ isSynchronous: true })
  // Otherwise Patroni lets the primary stand alone within some seconds.
  await cluster.configure({ synchronous_mode_strict: true })
  const outcome = await callThrough({ DATABASE_URL: cluster.url }, async ({ webUrl }) => {
    const standby = cluster.other(await cluster.primary())
    await cluster.kill9(standby)
    await waitUntil('it is not ready', async () => (await fetch(`${webUrl}/api/ready`)).status === 503, { seconds: 15 })
    await cluster.start(standby)
    await waitUntil('it is ready again', async () => (await fetch(`${webUrl}/api/ready`)).ok, { seconds: 90 })
  })
  expectNothingLostOrDoubled(outcome)
})

test('PgBouncer in session mode: a fail-over behind it ends no process, and each phone rings once', async () => {
  const cluster = await aCluster({ isSynchronous: true })
  const DATABASE_URL = await cluster.startPooler('session')
  const outcome = await callThrough({ DATABASE_URL }, async () => cluster.kill9(await cluster.primary()))
  expectNothingLostOrDoubled(outcome)
  expectOutageInEachLog(outcome)
})

test('PgBouncer in transaction mode, with a direct address beside it: a fail-over loses and doubles nothing', async () => {
  const cluster = await aCluster({ isSynchronous: true })
  const settings = {
    DATABASE_URL: await cluster.startPooler('transaction'),
    DATABASE_DIRECT_URL: cluster.url,
  }
  const outcome = await callThrough(settings, async () => cluster.kill9(await cluster.primary()))
  expectNothingLostOrDoubled(outcome)
  expectOutageInEachLog(outcome)
})

test('a primary that was lost joins again as the standby, and pgBackRest has a backup and the archive', async () => {
  const cluster = await aCluster({ isSynchronous: true })
  const primary = await cluster.primary()
  await cluster.archive(primary, ['stanza-create'])
  await cluster.archive(primary, ['check'])
  await cluster.archive(primary, ['backup', '--type=full'])
  const info = JSON.parse(await cluster.archive(primary, ['info', '--output=json']))
  expect(info).toMatchObject([{ name: 'cooee', status: { code: 0 }, backup: [{ type: 'full', error: false }] }])
  await cluster.kill9(primary)
  await waitUntil('the other one takes writes', async () => (await cluster.primary()) !== primary, { seconds: 60 })
  await cluster.start(primary)
  await waitUntil('it receives what the new primary writes', () => cluster.isStreaming(primary), { seconds: 90 })
})
