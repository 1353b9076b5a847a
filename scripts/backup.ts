// npm run backup [-- <file>]: writes everything Cooee keeps in its database into one file, while Cooee goes on.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'
import { calledIn, withCooeeDatabase } from './cooee-database.ts'

async function run(): Promise<string> {
  const { positionals } = parseArgs({ allowPositionals: true })
  if (positionals.length > 1) throw new Error('Name one file: npm run backup -- <file>')
  const now = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const path = resolve(calledIn(), positionals[0] ?? `cooee-${now}Z.backup`)
  const about = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as { version: string }
  const written = await withCooeeDatabase({ alone: false, creates: false }, (url) =>
    writeBackup(url, path, { productVersion: about.version, progress: (line) => console.error(line) }),
  )
  return `${path}: ${written.rows} rows, ${written.bytes} bytes, as of ${written.takenAt}.`
}

try {
  console.log(await run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
