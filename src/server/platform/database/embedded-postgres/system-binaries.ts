import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { SystemUser } from './system-user.ts'

/** The one major version whose programs may open a data folder of ours: another one refuses it, or would have to convert it. */
export const MAJOR = '18'

/** Where the packages of Debian and Ubuntu, of Red Hat and of Homebrew put it, and where it is put by hand. */
const SYSTEM_FOLDERS: readonly string[] = [
  `/usr/lib/postgresql/${MAJOR}/bin`,
  `/usr/pgsql-${MAJOR}/bin`,
  `/opt/homebrew/opt/postgresql@${MAJOR}/bin`,
  `/usr/local/opt/postgresql@${MAJOR}/bin`,
  '/usr/local/pgsql/bin',
  '/usr/local/bin',
  '/usr/bin',
]

/** PostgreSQL's programs as this system has them. */
export interface SystemPostgres {
  binaries: Binaries
  folder: string
  /** "18.1" */
  version: string
}

/** The first folder with programs of PostgreSQL 18 that `user` can run, with the system's security updates; null without one. */
export async function findSystemPostgres(
  user: SystemUser,
  folders: readonly string[] = SYSTEM_FOLDERS,
): Promise<SystemPostgres | null> {
  if (process.platform === 'win32') return null
  for (const folder of folders) {
    const [initdb, postgres, pgCtl] = [join(folder, 'initdb'), join(folder, 'postgres'), join(folder, 'pg_ctl')]
    if (![initdb, postgres, pgCtl].every((program) => existsSync(program))) continue
    const versions = await Promise.all([initdb, postgres, pgCtl].map((program) => versionOf(program, user)))
    const [version] = versions
    // All of one release: a folder in the middle of an upgrade is left alone.
    if (!version || versions.some((each) => each !== version) || version.split('.')[0] !== MAJOR) continue
    return { binaries: { initdb, postgres, pgCtl }, folder, version }
  }
  return null
}

async function versionOf(program: string, user: SystemUser): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { ...user, cwd: '/', timeout: 10_000 })
    return /\(PostgreSQL\) (\d+\.\d+)/.exec(stdout)?.[1] ?? null
  } catch {
    return null
  }
}
