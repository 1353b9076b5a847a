import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The user that PostgreSQL runs as; undefined: the user of this process. */
export type SystemUser = { uid: number; gid: number } | undefined

const NOBODY = { uid: 65534, gid: 65534 }

/** PostgreSQL refuses to run as root: root runs it as the owner of the data, else as nobody. */
export function userFor(clusterDir: string): SystemUser {
  if (process.getuid?.() !== 0) return undefined
  const owner = existsSync(clusterDir) ? statSync(clusterDir) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
}

/** Whether `user` can enter `folder`, found out by trying: no reading of mode bits knows about access lists and mounts. */
export async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  if (!user) return true
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/' })
    return true
  } catch {
    return false
  }
}

/** `path` itself or the nearest folder above it that exists. */
export function nearestExistingFolder(path: string): string {
  const absolute = resolve(path)
  return existsSync(absolute) || dirname(absolute) === absolute ? absolute : nearestExistingFolder(dirname(absolute))
}
