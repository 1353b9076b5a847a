import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Client } from 'pg'
import type { Logger } from 'pino'
import { DEFAULT_DATA_DIR } from '../environment/env.ts'
import { type Access, createAccess, readAccess } from './embedded-postgres/access.ts'
import { findBinaries } from './embedded-postgres/binaries.ts'
import {
  type Cluster,
  createCluster,
  OtherVersion,
  prepareDataDir,
  startOrAdopt,
  stopCluster,
} from './embedded-postgres/cluster.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { AlreadyRunning, type RunLock, takeRunLock } from './embedded-postgres/run-lock.ts'
import { findSystemPostgres } from './embedded-postgres/system-binaries.ts'
import { canEnter, nearestExistingFolder, userFor } from './embedded-postgres/system-user.ts'

const DATA_DIR_FOR_ROOT = '/var/lib/cooee'
const CLUSTER_FOLDER = 'postgres'
const DATABASE = 'cooee'
/** Between two tries to start it again; doubled each time. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export interface EmbeddedPostgres {
  /** Changes from start to start only when the remembered port was taken meanwhile; holds a password. */
  url: string
  /** Shuts the server down properly and waits. Safe to call twice. */
  stop(): Promise<void>
}

/** The folder to use for `dataDir`: itself, or /var/lib/cooee where root starts with a default folder that PostgreSQL cannot enter. */
export async function reachableDataDir(dataDir: string, log: Log): Promise<string> {
  const wanted = resolve(dataDir)
  const user = userFor(join(wanted, CLUSTER_FOLDER))
  if (await canEnter(nearestExistingFolder(dirname(wanted)), user)) return wanted
  if (wanted !== resolve(DEFAULT_DATA_DIR)) return wanted // an explicit choice is not ours to change: the start will say why
  log.warn(
    `PostgreSQL does not run as root and nobody else can enter ${dirname(wanted)}: data is stored in ${DATA_DIR_FOR_ROOT}`,
  )
  return DATA_DIR_FOR_ROOT
}

/** One Cooee uses about half of them; the rest is for other programs and for a backup. */
const ENOUGH_CONNECTIONS = 60

/**
 * Starts PostgreSQL on `dataDir`, or connects to the server that a killed run left running there, and keeps it running until `stop()`.
 * The server survives this process, however it ends; what is committed is on the disk. Throws one plain sentence when
 * it cannot start, or when another Cooee is running on the same data.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  onMoved = () => {},
  maxConnections = ENOUGH_CONNECTIONS,
  socketDirectory,
  folders,
}: {
  dataDir: string
  log: Log
  /** Of everybody together; it holds from the next time that PostgreSQL itself starts. */
  maxConnections?: number
  /**
   * A folder in which it also listens on a socket; it must exist, and PostgreSQL's user must be able to write there. Left out: its own data
   * folder, which nobody else can enter.
   */
  socketDirectory?: string
  /** Where to search for the system's programs; left out, in the usual places. */
  folders?: readonly string[]
  /** Called when it stopped and came back on another port: the old `url` no longer works. */
  onMoved?: () => void
}): Promise<EmbeddedPostgres> {
  const settings = { maxConnections, ...(socketDirectory !== undefined && { socketDirectory }) }
  const { cluster, lock } = await open(resolve(dataDir), log, settings, folders).catch((error: unknown) => {
    throw plainRefusal(error)
  })
  const url = clusterUrl(cluster.access)
  let current = lock
  let stopping: Promise<void> | undefined
  let restarting: Promise<void> = Promise.resolve()

  async function keepRunning(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    while (!stopping) {
      await current.lost
      if (stopping) return
      log.error('Embedded PostgreSQL stopped; restarting')
      restarting = startAgain()
      try {
        await restarting
        pauseMs = FIRST_PAUSE_MS
        if (clusterUrl(cluster.access) !== url) return onMoved()
      } catch (error) {
        log.error(error, plainRefusal(error).message)
        await new Promise((resume) => setTimeout(resume, pauseMs).unref())
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
    }
  }
  async function startAgain(): Promise<void> {
    const client = await startOrAdopt(cluster)
    try {
      current = await takeRunLock(client, cluster.dataDir)
    } catch (error) {
      await client.end()
      throw error
    }
  }
  void keepRunning()

  async function stop(): Promise<void> {
    // One that is just being started would come up after it was stopped.
    await restarting.catch(() => {})
    // The lock is held to the end: the next start waits until the data is closed.
    await stopCluster(cluster)
    await current.client.end()
  }
  return {
    url: addressOf(cluster.access, cluster.dir, cluster.socketDirectory),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

async function open(
  wantedDir: string,
  log: Log,
  settings: Pick<Cluster, 'maxConnections'> & Partial<Pick<Cluster, 'socketDirectory'>>,
  folders?: readonly string[],
): Promise<{ cluster: Cluster; lock: RunLock }> {
  const user = userFor(join(wantedDir, CLUSTER_FOLDER))
  await prepareDataDir(wantedDir, user)
  const dataDir = await realpath(wantedDir)
  if (!(await canEnter(dataDir, user))) {
    throw new Error(`it does not run as root, and nobody else can enter ${dataDir}; set DATA_DIR to another folder.`)
  }
  const dir = join(dataDir, CLUSTER_FOLDER)
  const stored = await readAccess(dataDir)
  if (!stored && existsSync(dir)) throw new Error(`its password is gone: ${dataDir} has no postgres-access.json.`)
  const access = stored ?? (await createAccess(dataDir))
  const { cluster, client } = await startWithBest(
    { dataDir, dir, user, access, socketDirectory: socketFits(dir, access) ? dir : '', ...settings },
    log,
    folders,
  )
  try {
    const lock = await takeRunLock(client, dataDir)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    return { cluster, lock }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Starts the cluster with the system's PostgreSQL, which gets updates, else with Cooee's own. Both are of the version that wrote the data. */
async function startWithBest(
  parts: Omit<Cluster, 'binaries'>,
  log: Log,
  folders?: readonly string[],
): Promise<{ cluster: Cluster; client: Client }> {
  // Whose programs such a server runs with is not known here.
  const isRunning = findPostmaster(parts.dir)?.alive === true
  if (isRunning) log.info('PostgreSQL still running from before; reusing it')
  const system = await findSystemPostgres(parts.user, folders)
  if (system) {
    try {
      const started = await startWith({ ...parts, binaries: system.binaries })
      if (!isRunning) log.info(`The database runs with PostgreSQL ${system.version} of this system (${system.folder})`)
      return started
    } catch (error) {
      // The folder of another version stays closed to both.
      if (error instanceof OtherVersion) throw error
      log.warn(error, `PostgreSQL ${system.version} of this system (${system.folder}) does not start on this data`)
    }
  }
  const started = await startWith({ ...parts, binaries: await findBinaries(parts.dataDir, parts.user) })
  if (!isRunning) {
    log.info(
      'The database runs with the PostgreSQL that came with Cooee; npm run doctor says why that of the system is better',
    )
  }
  return started
}

async function startWith(cluster: Cluster): Promise<{ cluster: Cluster; client: Client }> {
  await createCluster(cluster)
  return { cluster, client: await startOrAdopt(cluster) }
}

/** Where a running server on `dataDir` can be reached by another program (admin, backup), or undefined. */
export async function runningPostgresUrl(dataDir: string): Promise<string | undefined> {
  const access = await readAccess(dataDir)
  if (!access || !existsSync(dataDir)) return undefined
  const dir = join(await realpath(dataDir), CLUSTER_FOLDER)
  const postmaster = findPostmaster(dir)
  if (!postmaster?.alive || !postmaster.port) return undefined
  return addressOf({ ...access, port: postmaster.port }, dir, dir)
}

/** What the system takes as the path of a socket (sun_path, 104 bytes on macOS). */
const SOCKET_PATH_BYTES = 103

const socketPath = (folder: string, { port }: Access) => join(folder, `.s.PGSQL.${port}`)
/** Both PostgreSQL and its clients take a comma for the end of a folder. */
const socketFits = (folder: string, access: Access) =>
  process.platform !== 'win32' &&
  !folder.includes(',') &&
  Buffer.byteLength(socketPath(folder, access)) <= SOCKET_PATH_BYTES

/**
 * By its socket in `folder`, since a statement costs a sixth less processor so than by the network of the machine; by that where there is
 * no socket, as of a server that was started before it had one: a file may still be there of one that was killed.
 */
function addressOf(access: Access, dir: string, folder: string): string {
  const url = clusterUrl(access)
  const isListening = folder !== '' && findPostmaster(dir)?.socketDirectory === folder
  return isListening && existsSync(socketPath(folder, access)) ? `${url}?host=${encodeURIComponent(folder)}` : url
}

const clusterUrl = ({ password, port }: Access) => `postgres://cooee:${password}@127.0.0.1:${port}/${DATABASE}`

function plainRefusal(error: unknown): Error {
  if (error instanceof AlreadyRunning) return error
  const why = `The embedded PostgreSQL cannot start: ${reasonOf(error)}`
  return new Error(`${why} Without it, DATABASE_URL takes any PostgreSQL 14 or newer.`, { cause: error })
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // What a program said before it failed is worth more than the command line it was called with.
  if ('stderr' in error && error.stderr) return `${String(error.stderr).trim().split('\n').at(-1)}.`
  if ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM') && 'path' in error) {
    return `this user may not use ${error.path}; perhaps another one started Cooee there before.`
  }
  return error.message
}
