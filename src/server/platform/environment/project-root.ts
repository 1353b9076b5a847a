import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Returns the folder that holds package.json, so that paths are the same from `src` and from the bundle in `dist/server`.
 * Throws if no folder above has one.
 */
export function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error(`There is no package.json above ${import.meta.dirname}.`)
    folder = above
  }
  return folder
}
