import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries } from '#server/platform/database/embedded-postgres/binaries.ts'
import { createCluster } from '#server/platform/database/embedded-postgres/cluster.ts'
import { userFor } from '#server/platform/database/embedded-postgres/system-user.ts'
import { makeFolderInMemory } from './folder-in-memory.ts'
import { aFreePort } from './free-port.ts'
import { removeWhenWeDie } from './remove-when-we-die.ts'

const run = promisify(execFile)
const PASSWORD = 'pair'
const START_WITHIN_MS = 30_000

export interface PairedServer {
  port: number
  url: string
  /** As a machine that loses its power: it neither writes nor says anything any more. */
  kill(): Promise<void>
}

/** Two PostgreSQL servers that are thrown away: the standby receives what the primary writes, a moment later. */
export interface DatabasePair {
  primary: PairedServer
  standby: PairedServer & {
    /** Resolves when it takes writes. */
    promote(): Promise<void>
    /** From now on it receives nothing: what the primary commits is lost with it. */
    stopReceiving(): Promise<void>
  }
  /** Both hosts, the standby first. */
  url: string
  /** Resolves when the standby has all that the primary has committed. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/** Starts both. `prepare` fills the primary's database while it is alone, so that both have it from the beginning. */
export async function startDatabasePair(
  prepare: (url: string) => Promise<unknown> = async () => {},
): Promise<DatabasePair> {
  const folder = await makeFolderInMemory('cooee-pair-')
  await chmod(folder, 0o711)
  const one = await prepareServer(join(folder, 'one'))
  await createCluster(one.cluster)
  await appendFile(join(one.cluster.dir, 'postgresql.conf'), SETTINGS)
  await one.start()
  await runOn(one.urlOf('postgres'), 'create database cooee')
  await prepare(one.url)
  await one.end('SIGINT')
  const two = await prepareServer(join(folder, 'two'))
  await run('cp', ['-a', one.cluster.dir, two.cluster.dir])
  const settings = join(two.cluster.dir, 'postgresql.auto.conf')
  const receives = `host=127.0.0.1 port=${one.port} user=cooee password=${PASSWORD}`
  await writeFile(settings, `primary_conninfo = '${receives}'\n`, { flag: 'a' })
  await writeFile(join(two.cluster.dir, 'standby.signal'), '')
  await one.start()
  await two.start()
  return {
    primary: { port: one.port, url: one.url, kill: () => one.end('SIGKILL') },
    standby: {
      port: two.port,
      url: two.url,
      kill: () => two.end('SIGKILL'),
      async promote() {
        await runOn(two.url, 'select pg_promote()')
      },
      async stopReceiving() {
        await runOn(two.url, `alter system set primary_conninfo = ''`)
        await runOn(two.url, 'select pg_reload_conf()')
        await until(async () => (await runOn(two.url, 'select 1 from pg_stat_wal_receiver')).length === 0)
      },
    },
    url: `postgres://cooee:${PASSWORD}@127.0.0.1:${two.port},127.0.0.1:${one.port}/cooee`,
    async caughtUp() {
      const [row] = await runOn(one.url, 'select pg_current_wal_insert_lsn()::text as lsn')
      await until(async () => {
        const [state] = await runOn(two.url, `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as "isThere"`)
        return state?.isThere === true
      })
    },
    async stop() {
      await Promise.all([one.end('SIGKILL'), two.end('SIGKILL')])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const SETTINGS = `
fsync = off
io_method = 'sync'
shared_buffers = '32MB'
jit = off
wal_retrieve_retry_interval = '100ms'
unix_socket_directories = ''
`

async function prepareServer(dataDir: string) {
  const dir = join(dataDir, 'postgres')
  const user = userFor(dir)
  await mkdir(dataDir)
  await chmod(dataDir, 0o711)
  const access = { password: PASSWORD, port: await aFreePort() }
  const binaries = await findBinaries(dataDir, user)
  const cluster = { dataDir, dir, user, binaries, access, maxConnections: 100, socketDirectory: '' }
  const urlOf = (database: string) => `postgres://cooee:${PASSWORD}@127.0.0.1:${access.port}/${database}`
  let ended: Promise<unknown> = Promise.resolve()
  let pid: number | undefined
  let endWatch = () => {}
  return {
    cluster,
    port: access.port,
    url: urlOf('cooee'),
    urlOf,
    async start() {
      const args = ['-D', dir, '-c', `port=${access.port}`, '-c', 'listen_addresses=127.0.0.1']
      const child = spawn(binaries.postgres, args, { ...user, cwd: dir, env: { LC_ALL: 'C' }, stdio: 'ignore' })
      ended = once(child, 'exit')
      pid = child.pid
      endWatch = removeWhenWeDie(dataDir)
      await until(() =>
        runOn(urlOf('postgres'), 'select 1').then(
          () => true,
          () => false,
        ),
      )
    },
    async end(signal: 'SIGINT' | 'SIGKILL') {
      endWatch()
      if (pid === undefined) return
      if (signal === 'SIGKILL') await killAtOnce(pid)
      else process.kill(pid, signal)
      pid = undefined
      await ended
    },
  }
}

/** The sessions as well, which would answer for a moment longer; their parent must not notice meanwhile. */
async function killAtOnce(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  await run('pkill', ['-KILL', '-P', String(pid)]).catch(() => {}) // it has no sessions
  process.kill(pid, 'SIGKILL')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('The servers of a pair took too long')
    await pause(20)
  }
}

async function runOn(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
