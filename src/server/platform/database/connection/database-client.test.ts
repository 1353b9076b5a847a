import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { type DatabasePair, startDatabasePair } from '#test/database-pair.ts'
import { fatalError, welcome } from '#test/soak/server-replies.ts'
import { openDatabase } from '../database.ts'
import { DatabaseClient } from './database-client.ts'
import { databaseFault } from './database-error.ts'
import { keepListening } from './keep-listening.ts'

let pair: DatabasePair | null = null

afterEach(async () => {
  await pair?.stop()
  pair = null
})

const portOf = (db: ReturnType<typeof openDatabase>) =>
  sql<{ port: number }>`select inet_server_port() as port`.execute(db).then(({ rows }) => rows[0]?.port)

test('with several hosts every connection goes to the one that takes writes, before and after a fail-over', async () => {
  pair = await startDatabasePair()
  const db = openDatabase(pair.url)
  expect(await Promise.all([portOf(db), portOf(db), portOf(db)])).toEqual(Array(3).fill(pair.primary.port))
  await pair.primary.kill()
  await expect(portOf(db)).rejects.toSatisfy((error) => databaseFault(error) === 'down')
  // A standby alone takes no writes: nothing is read from it that somebody might act on.
  // The first to fail may be a connection that lay idle.
  await expect.poll(() => portOf(db).catch(String)).toContain('No host of DATABASE_URL takes writes')
  await expect(portOf(db)).rejects.toSatisfy((error) => databaseFault(error) === 'down')
  await pair.standby.promote()
  await expect.poll(() => portOf(db).catch(() => null)).toBe(pair.standby.port)
  await db.destroy()
})

test('one host is asked whether it takes writes where the address demands it, and not otherwise', async () => {
  pair = await startDatabasePair()
  const standbyOnly = openDatabase(pair.standby.url)
  expect(await portOf(standbyOnly)).toBe(pair.standby.port)
  await standbyOnly.destroy()
  const demanding = openDatabase(`${pair.standby.url}?target_session_attrs=read-write`)
  await expect(portOf(demanding)).rejects.toThrow('No host of DATABASE_URL takes writes')
  await demanding.destroy()
})

test('a primary that became a standby under a pooler is left for the next connection', async () => {
  pair = await startDatabasePair()
  // The address stays, the server behind it changes: what a session learns is that it may not write.
  const db = openDatabase(pair.primary.url, { poolSize: 1 })
  const pid = () => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db).then(({ rows }) => rows[0]?.pid)
  const before = await pid()
  await sql`set default_transaction_read_only = on`.execute(db)
  await expect(sql`create table t (id int)`.execute(db)).rejects.toSatisfy((error) => databaseFault(error) === 'down')
  expect(await pid()).not.toBe(before)
  await sql`create table t (id int)`.execute(db)
  await db.destroy()
})

test('where nothing answers at any host, it is said in a sentence', async () => {
  const client = new DatabaseClient({ connectionString: 'postgres://cooee@127.0.0.1:1,127.0.0.1:2/cooee' })
  await expect(client.connect()).rejects.toThrow('No host of DATABASE_URL takes writes')
})

test('where no host takes writes, those who come one after the other do not ask it all the time', async () => {
  let asked = 0
  const refusing = createServer((socket) => {
    asked += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  onTestFinished(() => void refusing.close())
  const { port } = refusing.address() as AddressInfo
  const connectionString = `postgres://cooee@127.0.0.1:${port}/cooee?target_session_attrs=primary`
  for (let count = 0; count < 20; count += 1) {
    await expect(new DatabaseClient({ connectionString }).connect()).rejects.toThrow('takes writes')
  }
  expect(asked).toBeLessThan(10)
  await expect.poll(() => new DatabaseClient({ connectionString }).connect().catch(() => asked)).toBeGreaterThan(1)
})

test('a client that is ended while the primary is looked for does not connect any more', async () => {
  const { url, close } = await testDatabase()
  const address = new URL(url)
  address.searchParams.set('target_session_attrs', 'primary')
  const client = new DatabaseClient({ connectionString: address.href })
  const connecting = client.connect().then(() => 'connected', String)
  await client.end()
  expect(await connecting).toContain('Connection terminated')
  await close()
})

test('who waits for a connection that is ended meanwhile is told so, and who listens on it can stop', async () => {
  // A machine that takes connections and says nothing.
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const nothing = () => {}
  const listening = keepListening({
    url: `postgres://cooee@127.0.0.1:${(silent.address() as AddressInfo).port}/cooee`,
    ...{ channel: 'test', applicationName: 'test' },
    ...{ onNotification: nothing, onListening: nothing, log: { warn: nothing } },
  })
  await expect.poll(() => sockets.length).toBe(1)
  await listening.stop()
})

test('a server that lets a connection in and ends it in the same breath fails what is asked for, not the process', async () => {
  const shuttingDown = { code: '57P01', text: 'terminating connection due to administrator command' }
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([welcome(1), fatalError(shuttingDown)])))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.prependListener('uncaughtException', note)
  onTestFinished(() => {
    process.off('uncaughtException', note)
    server.close()
  })
  const db = openDatabase(`postgres://cooee@127.0.0.1:${(server.address() as AddressInfo).port}/cooee`)
  await expect(portOf(db)).rejects.toSatisfy((error) => databaseFault(error) === 'down')
  await db.destroy()
  expect(uncaught).toEqual([])
})
