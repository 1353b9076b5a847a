import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Access, freePort, rememberAccess } from './access.ts'
import type { Binaries } from './binaries.ts'
import { findPostmaster, isAlive } from './postmaster.ts'
import { MAJOR } from './system-binaries.ts'
import type { SystemUser } from './system-user.ts'

const run = promisify(execFile)

/** A start may have to recover first, which takes as long as there is WAL to read. */
const START_PATIENCE_MS = 60_000
const LOG_LIMIT_BYTES = 10_000_000
const CANNOT_CONNECT_NOW = '57P03'

export interface Cluster {
  dataDir: string
  /** PostgreSQL's own data folder. */
  dir: string
  user: SystemUser
  binaries: Binaries
  access: Access
  maxConnections: number
  /** Where it can be reached without the network as well; empty: nowhere. */
  socketDirectory: string
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  cluster_name: 'cooee',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  // Containers give 64 MB of shared memory, which parallel queries outgrow; worker processes for reading cost memory.
  max_parallel_workers_per_gather: 0,
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
} as const

/** Makes the cluster if it does not exist. A start that is killed halfway leaves only a folder that the next one removes. */
export async function createCluster({ dataDir, dir, user, binaries, access }: Cluster): Promise<void> {
  await removeUnfinished(dataDir, dir)
  if (existsSync(dir)) return refuseOtherVersion(dir)
  const unfinished = `${dir}.unfinished-${process.pid}-${randomUUID()}`
  const passwordFile = `${unfinished}-password`
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, access.password, { mode: 0o600 })
  if (user) await Promise.all([unfinished, passwordFile].map((path) => chown(path, user.uid, user.gid)))
  try {
    // The builtin locale sorts and lowers the same way on every machine, installed locales or not.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
    const login = ['--username=cooee', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    await run(binaries.initdb, ['-D', unfinished, ...locale, ...login], {
      ...user,
      cwd: unfinished,
      env: { LC_ALL: 'C' },
    })
    await rename(unfinished, dir).catch((error: unknown) => {
      if (!existsSync(dir)) throw error // else another start was faster
    })
  } finally {
    await Promise.all([unfinished, passwordFile].map((path) => rm(path, { recursive: true, force: true })))
  }
}

async function removeUnfinished(dataDir: string, dir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const owner = /\.unfinished-(\d+)-/.exec(name)
    if (!owner || !join(dataDir, name).startsWith(dir) || isAlive(Number(owner[1]))) continue
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** The data was written by another major version of PostgreSQL: nothing of ours opens it. */
export class OtherVersion extends Error {}

async function refuseOtherVersion(dir: string): Promise<void> {
  const found = (await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (found !== MAJOR) {
    throw new OtherVersion(`the data in ${dir} was written by PostgreSQL ${found || 'unknown'}, not ${MAJOR}.`)
  }
}

/** Starts the server, or finds the one that a killed run left running, and connects to it. Throws one plain sentence when it cannot. */
export async function startOrAdopt(cluster: Cluster): Promise<pg.Client> {
  const deadline = Date.now() + START_PATIENCE_MS
  let launch: Launch | undefined
  while (Date.now() < deadline) {
    const postmaster = findPostmaster(cluster.dir)
    if (postmaster?.alive) {
      const { port } = postmaster
      const client = port && (await connect(cluster, port))
      if (client) {
        await remember(cluster, port)
        return client
      }
    } else if (!launch) {
      // PostgreSQL would take any living process of that number for its own and refuse.
      if (postmaster && isAlive(postmaster.pid)) rmSync(join(cluster.dir, 'postmaster.pid'), { force: true })
      launch = launchPostgres(cluster)
    } else if (launch.failed()) {
      await learnFromFailure(cluster, launch)
      launch = undefined
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`it was not ready within ${START_PATIENCE_MS / 1000} seconds; ${logFile(cluster)} says more.`)
}

/** Asks the server to finish at once but properly (transactions roll back, a checkpoint is written), and waits for it. */
export async function stopCluster({ binaries, dir, user }: Cluster): Promise<void> {
  const args = ['stop', '-D', dir, '--mode=fast', '--wait', '--timeout=60', '--silent']
  // Its own session: a second Ctrl-C must not end the waiting.
  const child = spawn(binaries.pgCtl, args, {
    ...user,
    cwd: dir,
    env: {},
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
  await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

/** Undefined while the server is starting or stopping. */
async function connect({ dir, access }: Cluster, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'cooee',
    password: access.password,
    database: 'postgres',
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {}) // 'end' follows, which is what we listen to
  try {
    await client.connect()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '28P01') throw new Error(`the server on ${dir} does not take the password that is stored beside it.`)
    if (code === CANNOT_CONNECT_NOW || !(error instanceof pg.DatabaseError)) return undefined
    throw error
  }
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  if (rows[0]?.data_directory === dir) return client
  await client.end()
  throw new Error(`port ${port} belongs to another PostgreSQL.`)
}

interface Launch {
  failed(): boolean
  /** What it has written to its log since. */
  output(): string
}

function launchPostgres(cluster: Cluster): Launch {
  const file = logFile(cluster)
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`)
  const log = openSync(file, 'a', 0o600)
  const start = fstatSync(log).size
  const settings = Object.entries({
    ...SETTINGS,
    max_connections: cluster.maxConnections,
    unix_socket_directories: cluster.socketDirectory,
    port: cluster.access.port,
  }).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  let failed = false
  let reason = ''
  // Detached, in its own session: neither Ctrl-C in the terminal nor a kill of our process group reaches it.
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.dir, ...settings], {
    ...cluster.user,
    cwd: cluster.dir,
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  })
  closeSync(log)
  child.once('exit', () => {
    failed = true
  })
  child.once('error', (error) => {
    failed = true
    reason = error.message
  })
  child.unref()
  return { failed: () => failed, output: () => reason || readFileSync(file).subarray(start).toString() }
}

/** Puts right what another try can put right, and throws the rest. */
async function learnFromFailure(cluster: Cluster, launch: Launch): Promise<void> {
  const output = launch.output()
  if (output.includes('could not create any TCP/IP sockets')) {
    return remember(cluster, await freePort())
  }
  // Somebody else started it this moment, or the last child processes of a killed one are still leaving.
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(output)) return
  const fatal = output.match(/(?:FATAL|PANIC): {2}(.+)/)?.[1] ?? output.trim().split('\n').at(-1)
  throw new Error(`${fatal || 'it ended without a word'} (${logFile(cluster)} says more).`)
}

async function remember(cluster: Cluster, port: number): Promise<void> {
  if (cluster.access.port === port) return
  cluster.access = { ...cluster.access, port }
  await rememberAccess(cluster.dataDir, cluster.access)
}

const logFile = (cluster: Cluster) => join(cluster.dataDir, 'postgres.log')

/** Makes DATA_DIR and lets `user` pass through it, but not list it. */
export async function prepareDataDir(dataDir: string, user: SystemUser): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: user ? 0o711 : 0o700 })
  if (user) await chmod(dataDir, (statSync(dataDir).mode & 0o777) | 0o711)
}
