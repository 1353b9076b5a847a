import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, chownSync, constants, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const OPS = join(import.meta.dirname, '../../ops/failover')
/** Where Debian keeps what is no command of everybody's. */
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/lib/postgresql/15/bin']
const NEEDED = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'pgbackrest', 'psql', 'pg_ctl', 'pg_rewind', 'pg_basebackup']

/** What of Debian's packages is not installed here. */
export const missingPrograms = (): string[] => NEEDED.filter((name) => programPath(name) === null)

function programPath(name: string): string | null {
  const found = FOLDERS.map((folder) => join(folder, name)).find((path) => isRunnable(path))
  return found ?? null
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program of a trial: killed with all its children as a machine that loses its power, or asked to stop. */
export interface Program {
  kill9(): Promise<void>
  stop(): Promise<void>
}

/** A folder in which programs run as the user of Debian's PostgreSQL, where we are root: none of them runs as root. */
export class Workshop {
  readonly folder: string
  readonly #user: { uid: number; gid: number } | undefined
  readonly #running: Program[] = []

  constructor(folder: string) {
    this.folder = folder
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    this.#user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
    this.#own(folder)
  }

  /** A folder of its own, for programs. */
  room(name: string): string {
    const path = join(this.folder, name)
    mkdirSync(path, { mode: 0o700 })
    this.#own(path)
    return path
  }

  /** A configuration of ops/failover, with the names and ports of this trial in place of what it says. */
  configure(file: string, replacements: Readonly<Record<string, string>>, name = file): string {
    let text = readFileSync(join(OPS, file), 'utf8')
    for (const [from, to] of Object.entries(replacements)) {
      if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
      text = text.replaceAll(from, to)
    }
    return this.write(name, text)
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    this.#own(path)
    return path
  }

  start(name: string, args: readonly string[], env: Record<string, string> = {}): Program {
    const log = openSync(join(this.folder, `${name}-${this.#running.length}.log`), 'a')
    const child: ChildProcess = spawn(programPath(name) ?? name, args, {
      ...this.#user,
      cwd: this.folder,
      env: { ...env, PATH: FOLDERS.join(':'), LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log, log],
    })
    const exited = once(child, 'exit')
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    const program = {
      async kill9() {
        if (hasEnded() || child.pid === undefined) return
        killTree(child.pid)
        await exited
      },
      async stop() {
        if (!hasEnded()) child.kill('SIGTERM')
        await exited
      },
    }
    this.#running.push(program)
    return program
  }

  async run(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const { stdout } = await promisify(execFile)(programPath(name) ?? name, args, {
      ...this.#user,
      cwd: this.folder,
      env: { ...env, PATH: FOLDERS.join(':'), LC_ALL: 'C.UTF-8' },
    })
    return stdout
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((program) => program.kill9()))
  }

  #own(path: string): void {
    chmodSync(path, path === this.folder ? 0o711 : 0o700)
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
  }
}

/** From the root down, each stopped first, so that none starts another or says goodbye. */
export function killTree(pid: number): void {
  process.kill(pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  for (const child of children) killTree(Number(child))
  process.kill(pid, 'SIGKILL')
}
