import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolderInMemory } from '#test/folder-in-memory.ts'
import { findBinaries } from './embedded-postgres/binaries.ts'
import { userFor } from './embedded-postgres/system-user.ts'
import { reachableDataDir, runningPostgresUrl, startEmbeddedPostgres } from './embedded-postgres.ts'

const log = pino({ level: 'silent' })
let dataDir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await makeFolderInMemory('cooee-embedded-')
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

/** Another Cooee, in its own process, as `npm start` would be; resolves once its database is up. */
async function startInAnotherProcess(settings: object = {}): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url))})
    const pino = (await import('pino')).default
    const server = await startEmbeddedPostgres({
      ...${JSON.stringify({ dataDir, ...settings })},
      log: pino({ level: 'silent' }),
    })
    console.log(server.url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url }
}

test('stored data is still there after a stop and a start, at the same address', async () => {
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

test('a killed run leaves the database running, and the next start uses it', async () => {
  const { child, url } = await startInAnotherProcess()
  await query(url, 'create table promise as select 42 as calls')
  const running = postmasterPid()
  // The whole process group, as a closed terminal or a supervisor would.
  process.kill(-(child.pid ?? 0), 'SIGKILL')

  const found = await startEmbeddedPostgres({ dataDir, log })
  expect(postmasterPid()).toBe(running)
  expect(found.url).toBe(url)
  expect(await query(found.url, 'select calls from promise')).toEqual([{ calls: 42 }])
  await found.stop()
})

test('the socket that a killed one has left behind is not taken for that of the one that is running', async () => {
  const socket = join(dataDir, 'postgres', '.s.PGSQL.')
  const first = await startEmbeddedPostgres({ dataDir, log })
  const port = new URL(first.url).port
  await first.stop()
  const without = await startInAnotherProcess({ socketDirectory: '' })
  writeFileSync(socket + port, '')
  process.kill(-(without.child.pid ?? 0), 'SIGKILL')

  const found = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(found.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await query((await runningPostgresUrl(dataDir)) ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  await found.stop()
})

test('a data folder with a comma in its name, which ends a folder of sockets, is of use', async () => {
  renameSync(dataDir, `${dataDir},two`)
  dataDir += ',two'
  const server = await startEmbeddedPostgres({ dataDir, log })
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
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

test('when two first starts run at once, one gets the data and the other is refused', async () => {
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

test('other programs find a running database and see when none is running', async () => {
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

/** A folder as a system has one: the programs, as links to those that came with npm, or such as only say a version. */
async function aSystemFolder(name: string, says?: string): Promise<string> {
  const folder = join(dataDir, `system-${name}`)
  mkdirSync(folder, { recursive: true })
  const shipped = await findBinaries(dataDir, userFor(join(dataDir, 'postgres')))
  for (const [program, path] of [
    ['initdb', shipped.initdb],
    ['postgres', shipped.postgres],
    ['pg_ctl', shipped.pgCtl],
  ] as const) {
    if (says === undefined) symlinkSync(path, join(folder, program))
    else writeFileSync(join(folder, program), `#!/bin/sh\n${says}\n`, { mode: 0o755 })
  }
  return folder
}

const written: string[] = []
const told = (first: unknown, second?: string) => void written.push(second ?? String(first))
const notification = { info: told, warn: told, error: told } as never

test('the PostgreSQL of the system is preferred where it is of the same major version, and only then, on the same data', async () => {
  written.length = 0
  const before = await startEmbeddedPostgres({ dataDir, log: notification, folders: [] })
  await query(before.url, 'create table promise as select 42 as calls')
  await before.stop()
  const older = await aSystemFolder('15', 'echo "postgres (PostgreSQL) 15.9 (Debian 15.9-1)"')
  const newer = await aSystemFolder('19', 'echo "postgres (PostgreSQL) 19.1"')
  const own = await aSystemFolder('18')
  const second = await startEmbeddedPostgres({ dataDir, log: notification, folders: [older, newer, '/nowhere', own] })
  expect(await query(second.url, 'select calls from promise')).toEqual([{ calls: 42 }])
  await second.stop()
  expect(written).toEqual([
    expect.stringContaining('that came with Cooee'),
    expect.stringMatching(/^The database runs with PostgreSQL 18\.\d+ of this system \(.*system-18\)$/),
  ])
  const third = await startEmbeddedPostgres({ dataDir, log: notification, folders: [older, newer] })
  expect(await query(third.url, 'select calls from promise')).toEqual([{ calls: 42 }])
  await third.stop()
})

test('the PostgreSQL that came with Cooee starts where that of the system does not start on the data, and the log says so', async () => {
  written.length = 0
  const broken = await aSystemFolder(
    'broken',
    '[ "$1" = --version ] && echo "postgres (PostgreSQL) 18.1" && exit 0; exit 1',
  )
  const server = await startEmbeddedPostgres({ dataDir, log: notification, folders: [broken] })
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(written).toEqual([
    expect.stringMatching(/PostgreSQL 18\.1 of this system .* does not start on this data/),
    expect.stringContaining('that came with Cooee'),
  ])
})

test('data of another major version is opened by nobody, whatever the system has', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log, folders: [] })
  await first.stop()
  const file = join(dataDir, 'postgres/PG_VERSION')
  writeFileSync(file, '17\n')
  const folders = [await aSystemFolder('17', 'echo "postgres (PostgreSQL) 17.2"'), await aSystemFolder('18')]
  await expect(startEmbeddedPostgres({ dataDir, log, folders })).rejects.toThrow('was written by PostgreSQL 17, not 18')
  writeFileSync(file, '18\n')
  await (await startEmbeddedPostgres({ dataDir, log, folders: [] })).stop()
})
