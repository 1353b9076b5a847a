import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/environment/project-root.ts'

/** The version of this release, from package.json. */
export function ownVersion(): string {
  const about = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as {
    version: string
  }
  return about.version
}
