import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { readAccess, rememberAccess } from '#server/platform/database/embedded-postgres/access.ts'
import { makeFolderInMemory } from '#test/folder-in-memory.ts'
import { aFreePort } from '#test/free-port.ts'

/**
 * An empty folder for a product, or one with what the first start of this run left there (`start-once.ts`): to make a database server
 * and to migrate its database costs more than to start the product. It is stored in memory, since what crash tests kill are processes.
 */
export async function copyOfFirstStart(): Promise<string> {
  const dataDir = await makeFolderInMemory('cooee-e2e-')
  const left: string | undefined = inject('firstStart')
  if (!left) return dataDir
  rmSync(dataDir, { recursive: true })
  // PostgreSQL's user keeps owning its files.
  if (process.platform === 'win32') await cp(left, dataDir, { recursive: true })
  else await promisify(execFile)('cp', ['-a', left, dataDir])
  const access = await readAccess(dataDir)
  if (access) await rememberAccess(dataDir, { ...access, port: await aFreePort() })
  return dataDir
}
