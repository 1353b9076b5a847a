import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { findPostmaster, isAlive } from '#server/platform/database/embedded-postgres/postmaster.ts'
import { bareEnvironment } from '#test/bare-environment.ts'
import { aFreePort } from '#test/free-port.ts'
import { copyOfFirstStart } from './first-start.ts'
import { waitUntil } from './wait-until.ts'

const ROOT = join(import.meta.dirname, '..')
/** Making a database and starting takes some seconds; beside other work on a small machine, many more. */
const START_PATIENCE_SECONDS = 120

/** The product as an operator runs it: a process of its own, on a port and a data folder of its own. */
export interface Product {
  readonly url: string
  /** Where this machine alone may ask, the sandbox among it. */
  readonly localUrl: string
  /** What it has printed since the beginning. */
  output(): string
  /** `npm run admin`: makes an account an admin. */
  makeAdmin(username: string): Promise<void>
  /** Ends the process as a power cut would; its database server lives on, as it does in production. */
  kill9(): Promise<void>
  /** The same, and the database server with it. */
  kill9WithDatabase(): Promise<void>
  /** Starts it again on the same port and data, and waits until it is ready. */
  restart(): Promise<void>
  /** Stops it and its database in good order, whatever state they are in. */
  shutDown(): Promise<void>
  /** The same, and removes the data. */
  stop(): Promise<void>
}

/**
 * Starts the product on a copy of the data that its first start left, and waits until it is ready. `env` adds to or overrides its
 * environment; its PUBLIC_URL names no port, which is found.
 */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  return startProductOn(await copyOfFirstStart(), env)
}

/** The same on the data in `dataDir`, which may be empty. */
export async function startProductOn(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const port = await aFreePort()
  const localPort = await aFreePort()
  const { PUBLIC_URL: host = 'http://127.0.0.1', ...others } = env
  const url = `${host}:${port}`
  const settings = {
    PORT: String(port),
    LOCAL_PORT: String(localPort),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    BILLING: 'off',
    // A registered account is verified, unless a journey is about that.
    EMAIL_VERIFICATION: 'off',
    CONSENT: 'attested',
    ...others,
  }
  let child: ChildProcess | undefined
  let printed = ''

  async function start(): Promise<void> {
    const started = launch(settings)
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    }
    await waitUntil(
      'the product is ready',
      async () => {
        if (hasEnded(started)) return 'ended'
        return (await fetch(`${url}/api/ready`)).ok
      },
      { seconds: START_PATIENCE_SECONDS },
    )
    if (hasEnded(started)) throw new Error(`The product ended while it started:\n${printed}`)
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!child || hasEnded(child)) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  const product: Product = {
    url,
    localUrl: `http://127.0.0.1:${localPort}`,
    output: () => printed,
    async makeAdmin(username) {
      const program = join(ROOT, 'scripts/admin.ts')
      await promisify(execFile)(process.execPath, [program, username], {
        cwd: ROOT,
        env: { ...bareEnvironment(), ...settings },
      })
    },
    kill9: () => end('SIGKILL'),
    async kill9WithDatabase() {
      const database = findPostmaster(join(dataDir, 'postgres'))
      if (!database?.alive) throw new Error('There is no database server to kill')
      process.kill(database.pid, 'SIGKILL')
      await end('SIGKILL')
    },
    restart: start,
    async shutDown() {
      await end('SIGTERM')
      await stopDatabase(join(dataDir, 'postgres'))
    },
    async stop() {
      await product.shutDown()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await start()
  } catch (error) {
    await product.stop()
    throw new Error(`The product did not start; it printed:\n${printed}`, { cause: error })
  }
  return product
}

function launch(settings: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--import=${pathToFileURL(join(ROOT, 'scripts/parent-watch.js'))}`,
      join(ROOT, 'dist/server/start.js'),
    ],
    {
      cwd: ROOT,
      // With the channel, the product notices when the tests are killed, and stops.
      env: { ...bareEnvironment(), ...settings, COOEE_STOP_WITH_PARENT: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** After a kill -9 the database server is still there; SIGINT is PostgreSQL's fast, proper shutdown. */
async function stopDatabase(clusterDir: string): Promise<void> {
  const postmaster = findPostmaster(clusterDir)
  if (!postmaster?.alive) return
  process.kill(postmaster.pid, 'SIGINT')
  await waitUntil('the database server has stopped', () => !isAlive(postmaster.pid))
}
