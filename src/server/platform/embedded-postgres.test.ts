import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reachableDataDir, runningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts'

const log = pino({ level: 'silent' })
let dataDir: string
const children: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cooee-embedded-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  if (postmasterPid()) await (await startEmbeddedPostgres({ dataDir, log })).stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function postmasterPid(): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another Cooee, in a process of its own, as `npm start` would be; resolves once its database is up. */
async function startInAnotherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url))})
    const pino = (await import('pino')).default
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) })
    console.log(server.url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url }
}

test('what was stored is still there after a stop and a start, at the same address', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log })
  await query(first.url, 'create table promise as select 42 as calls')
  await first.stop()
  expect(postmasterPid()).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir, log })
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select calls from promise')).toEqual([{ calls: 42 }])
  await second.stop()
  await second.stop()
})

test('it keeps what it promised on the disk and shows itself to this machine alone', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const [settings] = await query(
    server.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', listen: '127.0.0.1', encoding: 'UTF8' })
  expect(statSync(join(dataDir, 'postgres-access.json')).mode & 0o077).toBe(0)
  expect(statSync(join(dataDir, 'postgres.log')).mode & 0o077).toBe(0)
  const stranger = server.url.replace(/:[^:@]+@/, ':guessed@')
  await expect(query(stranger, 'select 1')).rejects.toThrow('password authentication failed')
  await server.stop()
})

test('a killed run leaves the database running, and the next start goes on with it', async () => {
  const { child, url } = await startInAnotherProcess()
  await query(url, 'create table promise as select 42 as calls')
  const running = postmasterPid()
  // The whole process group, as a closed terminal or a supervisor would.
  process.kill(-(child.pid ?? 0), 'SIGKILL')

  const adopted = await startEmbeddedPostgres({ dataDir, log })
  expect(postmasterPid()).toBe(running)
  expect(adopted.url).toBe(url)
  expect(await query(adopted.url, 'select calls from promise')).toEqual([{ calls: 42 }])
  await adopted.stop()
})

test('when the database itself is killed the next start recovers what was committed', async () => {
  const { child, url } = await startInAnotherProcess()
  await query(url, 'create table promise as select 42 as calls')
  child.kill('SIGKILL')
  await once(child, 'exit')
  process.kill(postmasterPid() ?? 0, 'SIGKILL')

  const recovered = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(recovered.url, 'select calls from promise')).toEqual([{ calls: 42 }])
  await recovered.stop()
})

test('a database that is killed under a running server is started again at the same address', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  await query(server.url, 'create table promise as select 42 as calls')
  process.kill(postmasterPid() ?? 0, 'SIGKILL')
  await vi.waitFor(async () => expect(await query(server.url, 'select calls from promise')).toEqual([{ calls: 42 }]), {
    timeout: 20_000,
  })
  await server.stop()
})

/** What the product would write into its log. */
function listeningLog() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) }
}
const failures = (lines: string[]) => lines.filter((line) => line.includes('cannot start')).length

test('a database that cannot be started again is tried for until it can', async () => {
  const { lines, log } = listeningLog()
  const server = await startEmbeddedPostgres({ dataDir, log })
  const settings = join(dataDir, 'postgres/postgresql.conf')
  renameSync(settings, `${settings}.away`)
  process.kill(postmasterPid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(failures(lines)).toBeGreaterThan(1), 20_000)
  renameSync(`${settings}.away`, settings)
  await vi.waitFor(async () => expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]), 20_000)
  await server.stop()
})

test('a database that comes back at another address says so', async () => {
  const { lines, log } = listeningLog()
  const onMoved = vi.fn()
  const server = await startEmbeddedPostgres({ dataDir, log, onMoved })
  const settings = join(dataDir, 'postgres/postgresql.conf')
  renameSync(settings, `${settings}.away`)
  process.kill(postmasterPid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(failures(lines)).toBe(1), 20_000)
  const squatter = createServer().listen(Number(new URL(server.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  renameSync(`${settings}.away`, settings)
  await vi.waitFor(() => expect(onMoved).toHaveBeenCalledOnce(), 20_000)
  await server.stop()
  squatter.close()
})

test('a process number that belongs to somebody else by now does not keep the database from starting', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const left = readFileSync(pidFile, 'utf8')
  await server.stop()
  writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)))
  const next = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('a second start on the same data is refused in plain words, and the first is unharmed', async () => {
  const { child, url } = await startInAnotherProcess()
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    new RegExp(`Another Cooee \\(process ${child.pid}\\) is already running on the data in .*DATA_DIR`),
  )
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two first starts at once one gets the data and the other is refused', async () => {
  const starts = [startEmbeddedPostgres({ dataDir, log }), startEmbeddedPostgres({ dataDir, log })]
  const results = await Promise.allSettled(starts)
  const refusals = results.filter((result) => result.status === 'rejected').map((result) => String(result.reason))
  expect(refusals).toEqual([expect.stringContaining('is already running')])
  for (const result of results) if (result.status === 'fulfilled') await result.value.stop()
})

test('another port is taken when somebody else sits on the remembered one', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log })
  await first.stop()
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(squatter, 'listening')
  const second = await startEmbeddedPostgres({ dataDir, log })
  expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  squatter.close()
})

test('other programs find a running database and see when there is none', async () => {
  expect(await runningPostgresUrl(dataDir)).toBeUndefined()
  const server = await startEmbeddedPostgres({ dataDir, log })
  expect(await runningPostgresUrl(dataDir)).toBe(server.url)
  await server.stop()
  expect(await runningPostgresUrl(dataDir)).toBeUndefined()
})

test('a data folder chosen by hand is used as it is', async () => {
  expect(await reachableDataDir(dataDir, log)).toBe(dataDir)
})

test('when it cannot start it says why and names the way out', async () => {
  const file = join(dataDir, 'a-file')
  writeFileSync(file, '')
  await expect(startEmbeddedPostgres({ dataDir: join(file, 'data'), log })).rejects.toThrow(
    /^The embedded PostgreSQL cannot start: .*DATABASE_URL takes any PostgreSQL 14 or newer/,
  )
})
