import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostmaster } from '#server/platform/database/embedded-postgres/postmaster.ts'

const ROOT = join(import.meta.dirname, '..')
const READY = /Cooee is ready: (\S+)/
/** The kernel counts processor time in these (man 5 proc, `sysconf(_SC_CLK_TCK)`), 100 a second on every usual Linux. */
const TICK_MS = 10

export interface Memory {
  /** Of its pages, with those that several processes share counted by halves, thirds and so on; they add up. */
  proportionalMb: number
  /** As `ps` shows it: what is shared counts in full for each. */
  residentMb: number
}

export interface StartedProduct {
  url: string
  readyAfterMs: number
  /** Of the Node process until it was ready; undefined where there is no /proc. */
  cpuMs: number | undefined
  /** What it has printed. */
  output(): string
  memory(): { node: Memory; postgres: Memory } | undefined
  stop(): Promise<void>
}

/** The product as `npm start` runs it, on a port and a data folder of its own. */
export async function startAsOperator(options: { dataDir: string; port: number }): Promise<StartedProduct> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.js')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(options.port),
      LOCAL_PORT: '0',
      PUBLIC_URL: `http://localhost:${options.port}`,
      DATA_DIR: options.dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      CONSENT: 'attested',
      LIMIT_CONNECTIONS: '0',
      LIMIT_REQUESTS_ADDRESS: '0',
      LIMIT_REQUESTS_ACCOUNT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const ready = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
    const url = READY.exec(printed)?.[1]
    if (url) ready.resolve(url)
  })
  child.once('exit', () => ready.reject(new Error(`Cooee did not start:\n${printed}`)))
  const url = await ready.promise
  const readyAfterMs = performance.now() - began
  const pid = child.pid ?? 0
  return {
    url,
    readyAfterMs,
    cpuMs: cpuMsOf(pid),
    output: () => printed,
    memory() {
      const postmaster = findPostmaster(join(options.dataDir, 'postgres'))?.pid
      const node = memoryOf([pid])
      if (!node || !postmaster) return undefined
      const postgres = memoryOf([postmaster, ...childrenOf(postmaster)])
      return postgres && { node, postgres }
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** The third field and those that follow, of /proc/…/stat; the second is a name that may hold anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function cpuMsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const [userTicks, systemTicks] = statOf(pid).slice(11, 13).map(Number)
  return ((userTicks ?? 0) + (systemTicks ?? 0)) * TICK_MS
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  return pids.filter((pid) => {
    try {
      return Number(statOf(pid)[1]) === parent
    } catch {
      return false // it has ended meanwhile
    }
  })
}

function memoryOf(pids: readonly number[]): Memory | undefined {
  if (process.platform !== 'linux') return undefined
  const memory = { proportionalMb: 0, residentMb: 0 }
  for (const pid of pids) {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    memory.proportionalMb += Number(/^Pss: +(\d+) kB/m.exec(text)?.[1]) / 1024
    memory.residentMb += Number(/^Rss: +(\d+) kB/m.exec(text)?.[1]) / 1024
  }
  return memory
}
