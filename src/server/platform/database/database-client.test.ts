import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type DatabasePair, startDatabasePair } from '#test/database-pair.ts'
import { openDatabase } from './database.ts'
import { DatabaseClient } from './database-client.ts'
import { databaseFault } from './database-error.ts'

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
  await expect(portOf(db)).rejects.toThrow('No host of DATABASE_URL takes writes')
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
