import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { waitUntil } from '../e2e/wait-until.ts'
import { bareEnvironment } from './bare-environment.ts'
import { aFreePort } from './free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const START_PATIENCE_SECONDS = 120

/** One process of the product on a machine of its own, as `npm start -- --role=…` runs it. */
export interface Machine {
  readonly role: 'web' | 'worker'
  /** Where it answers; of a worker where it says how it is. */
  readonly url: string
  output(): string
  /** Waits until it says that it is ready; fails when it ends before. */
  ready(): Promise<void>
  /** Resolves with its exit code once it has ended. */
  ended(): Promise<number | null>
  /** As a power cut would. */
  kill9(): Promise<void>
  stop(): Promise<void>
}

/** Starts a machine; `release` is the folder of another release than this one. */
export async function startMachine(
  role: Machine['role'],
  settings: Record<string, string>,
  release: string = ROOT,
): Promise<Machine> {
  const port = String(await aFreePort())
  const dataDir = mkdtempSync(join(tmpdir(), 'cooee-machine-'))
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      `--import=${pathToFileURL(join(ROOT, 'scripts/parent-watch.js'))}`,
      join(release, 'src/server/start.ts'),
      `--role=${role}`,
    ],
    {
      cwd: release,
      env: {
        ...bareEnvironment(),
        DATA_DIR: dataDir,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        BILLING: 'off',
        EMAIL_VERIFICATION: 'off',
        CONSENT: 'attested',
        LOCAL_PORT: '0',
        [role === 'web' ? 'PORT' : 'HEALTH_PORT']: port,
        ...settings,
        // With the channel, it notices when the tests are killed, and stops.
        COOEE_STOP_WITH_PARENT: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const exited = once(child, 'exit').then(() => rmSync(dataDir, { recursive: true, force: true }))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!hasEnded()) child.kill(signal)
    await exited
  }
  const url = `http://127.0.0.1:${port}`
  return {
    role,
    url,
    output: () => printed,
    async ready() {
      await waitUntil(`a ${role} process is ready`, async () => hasEnded() || (await fetch(`${url}/api/ready`)).ok, {
        seconds: START_PATIENCE_SECONDS,
      })
      if (hasEnded()) throw new Error(`It ended while it started:\n${printed}`)
    },
    async ended() {
      await exited
      return child.exitCode
    },
    kill9: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

/** A folder with this release and one migration more: the next release, which knows what this one does not. */
export function theNextRelease(migration: { name: string; sql: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'cooee-release-'))
  for (const room of ['core', 'contract', 'server']) {
    cpSync(join(ROOT, 'src', room), join(folder, 'src', room), { recursive: true })
  }
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  cpSync(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist/web'), { recursive: true })
  writeFileSync(join(folder, 'migrations', migration.name), migration.sql)
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** What stands before the web processes: passes each request to the next one that takes it. */
export interface Balancer {
  readonly url: string
  /** How many requests each has answered. */
  answered(): readonly number[]
  close(): void
}

export async function balance(port: number, targets: () => readonly string[]): Promise<Balancer> {
  const answered: number[] = []
  let turn = 0
  const server: Server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming)
    const first = turn
    turn += 1
    for (let tried = 0; tried < targets().length; tried += 1) {
      const index = (first + tried) % targets().length
      const answer = await passOn(incoming, body, targets()[index] ?? '').catch((error: NodeJS.ErrnoException) => error)
      // Refused: nothing was done yet, so the next may have it. Cut off: nobody knows, and it is not asked again.
      if (answer instanceof Error && answer.code === 'ECONNREFUSED') continue
      if (answer instanceof Error) break
      answered[index] = (answered[index] ?? 0) + 1
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
      return
    }
    outgoing.writeHead(502).end()
  })
  // A busy test must not find a connection closed that it has just taken up again.
  server.keepAliveTimeout = 600_000
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    answered: () => answered,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part)
  return Buffer.concat(parts)
}

function passOn({ method, headers, url }: IncomingMessage, body: Buffer, target: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // The host the provider has asked for stays: its signature covers it. A connection for each: none that is kept is stale.
    request(new URL(url ?? '/', target), { method, headers, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
}
