import { access, constants, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

/** Makes an empty folder for what is thrown away: in memory, where there is enough of it, else where temporary files go. */
export async function makeFolderInMemory(prefix: string): Promise<string> {
  return mkdtemp(join(await placeFor(), prefix))
}

async function placeFor(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
