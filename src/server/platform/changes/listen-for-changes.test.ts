import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { aNetworkTo } from '#test/network.ts'
import type { Listening } from '../database/connection/keep-listening.ts'
import { type AccountChanges, asNotifications, fromNotification } from './account-changes.ts'
import { changeFeed } from './change-feed.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { changeNotifier } from './notify-changes.ts'

const log = pino({ level: 'silent' })
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const listeners: Listening[] = []
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()))
})

/** Another process that listens for account 1, and what it heard. */
async function aProcess({ url = database.url, timeouts = { askEveryMs: 15_000, answerWithinMs: 10_000 } } = {}) {
  const feed = changeFeed()
  const heard: string[][] = []
  feed.listen(1, (topics) => heard.push([...topics]))
  const listener = listenForChanges({ url, feed, log, timeouts })
  listeners.push(listener)
  await listener.ready
  return { heard }
}

async function until(found: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!found()) {
    if (performance.now() > deadline) throw new Error('It never came about')
    await pause(10)
  }
}

test('every process hears what changed in another, once for a burst, and only of the accounts it asks for', async () => {
  const processes = [await aProcess(), await aProcess()]
  const notifier = changeNotifier(() => database.db, log)
  notifier.notify(new Map([[2, new Set(['calls'] as const)]]))
  for (let turn = 0; turn < 5; turn += 1) notifier.notify(new Map([[1, new Set(['calls'] as const)]]))
  notifier.notify(new Map([[1, new Set(['activity'] as const)]]))
  await until(() => processes.every(({ heard }) => heard.length > 0))
  await notifier.stop()
  expect(processes.map(({ heard }) => heard)).toEqual([[['calls', 'activity']], [['calls', 'activity']]])
})

test('the remaining changes are sent before a process stops, and nothing after', async () => {
  const { heard } = await aProcess()
  const notifier = changeNotifier(() => database.db, log)
  notifier.notify(new Map([[1, new Set(['calls'] as const)]]))
  await notifier.stop()
  await until(() => heard.length === 1)
  notifier.notify(new Map([[1, new Set(['calls'] as const)]]))
})

test('after a lost connection every listener loads everything again, and receives changes again', async () => {
  const { heard } = await aProcess()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'cooee-changes' and datname = current_database()`.execute(database.db)
  await until(() => heard.length === 1)
  expect(heard).toEqual([['calls', 'activity']])
  const notifier = changeNotifier(() => database.db, log)
  notifier.notify(new Map([[1, new Set(['calls'] as const)]]))
  await notifier.stop()
  await until(() => heard.length === 2)
})

test('a network that fails silently is noticed, and every listener loads everything and receives changes again', async () => {
  const network = await aNetworkTo(database.url)
  const { heard } = await aProcess({ url: network.url, timeouts: { askEveryMs: 100, answerWithinMs: 100 } })
  network.loseConnections()
  await until(() => heard.length >= 1)
  const notifier = changeNotifier(() => database.db, log)
  notifier.notify(new Map([[1, new Set(['calls'] as const)]]))
  await notifier.stop()
  await until(() => heard.some((topics) => topics.length === 1))
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()))
  network.close()
})

test('a thousand accounts fit into notifications, and come out again', () => {
  const changes: AccountChanges = new Map(
    Array.from({ length: 1000 }, (_, index) => [9_000_000_000 + index, new Set(['calls', 'activity'] as const)]),
  )
  const texts = asNotifications(changes)
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThan(8000)
  expect(new Map(texts.flatMap((text) => [...(fromNotification(text) ?? [])]))).toEqual(changes)
})

test.each(['', 'nonsense', '{}', '[[1]]', '[["1",["calls"]]]', '[[1,["gossip"]]]'])('%s is no change', (text) => {
  expect(fromNotification(text)).toBeNull()
})
