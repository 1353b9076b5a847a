import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this release, from package.json. */
export function ownVersion(): string {
  const about = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string
  }
  return about.version
}
