import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** What it takes to connect: kept in DATA_DIR, readable by its owner only. */
export interface Access {
  password: string
  port: number
}

const accessFile = (dataDir: string) => join(dataDir, 'postgres-access.json')

/** The stored access, or undefined where no server was ever started. */
export async function readAccess(dataDir: string): Promise<Access | undefined> {
  try {
    return JSON.parse(await readFile(accessFile(dataDir), 'utf8')) as Access
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a random password. Of several starts at once one wins, and all go on with what it stored. */
export async function createAccess(dataDir: string): Promise<Access> {
  const access = { password: randomBytes(24).toString('base64url'), port: await freePort() }
  const draft = await writeDraft(dataDir, access)
  try {
    await link(draft, accessFile(dataDir))
    return access
  } catch (error) {
    const stored = await readAccess(dataDir)
    if (!stored) throw error
    return stored
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes how the server is reached, readable by its own user alone; a crash leaves the old file or the new one. */
export async function rememberAccess(dataDir: string, access: Access): Promise<void> {
  await rename(await writeDraft(dataDir, access), accessFile(dataDir))
}

async function writeDraft(dataDir: string, access: Access): Promise<string> {
  const draft = `${accessFile(dataDir)}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(access)}\n`, { mode: 0o600 })
  return draft
}

/** A loopback port nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
