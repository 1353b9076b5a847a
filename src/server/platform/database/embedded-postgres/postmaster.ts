import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** What `postmaster.pid` says about the server of a cluster. */
interface Postmaster {
  pid: number
  /** Where it listens; undefined while it is starting or stopping. */
  port: number | undefined
  /** The folder of its socket; empty where it has none. */
  socketDirectory: string
  /** False: the file was left behind by a server that died, and the number may belong to another program by now. */
  alive: boolean
}

/** Reads `postmaster.pid` (line 1 the pid, 4 the port, 5 the folder of the socket, 8 the status; PostgreSQL's pidfile.h) and checks the process. Undefined without it. */
export function findPostmaster(clusterDir: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return undefined
  const ready = lines[7]?.trim() === 'ready'
  return {
    pid,
    port: ready ? Number(lines[3]) : undefined,
    socketDirectory: lines[4]?.trim() ?? '',
    alive: isAlive(pid) && isPostgresOf(clusterDir, pid),
  }
}

/** Whether a process with this id runs, under whichever user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** After a restart of the machine or the container the same number may be anybody's. */
function isPostgresOf(clusterDir: string, pid: number): boolean {
  if (process.platform === 'win32') return true // no cheap way to ask; PostgreSQL checks for itself
  const [program = '', ...args] = commandLine(pid)
  return basename(program) === 'postgres' && args.includes(clusterDir)
}

function commandLine(pid: number): string[] {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const line = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    const [program = '', args = ''] = line.trim().split(/ -D /, 2)
    return [program, ...args.split(/ -c /, 1)]
  } catch {
    return []
  }
}
