import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of package.json: this code runs from `src`, and bundled from `dist/server`. Throws where there is none. */
export function projectRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder)
    if (above === folder) throw new Error(`There is no package.json above ${import.meta.dirname}.`)
    folder = above
  }
  return folder
}
