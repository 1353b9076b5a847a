// npm run restore -- <file> [--replace]: fills Cooee's database from a backup. Cooee must be stopped.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '#server/platform/environment/project-root.ts'
import { restore } from '#server/restore.ts'
import { calledIn, withCooeeDatabase } from './cooee-database.ts'

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Error('Say which backup: npm run restore -- <file> [--replace]')
  const header = await withCooeeDatabase({ alone: true, creates: true }, (url) =>
    restore(url, resolve(calledIn(), file), {
      directory: join(projectRoot(), 'migrations'),
      replaces: values.replace,
      progress: (line) => console.error(line),
    }),
  )
  return `Restored what Cooee knew at ${header.takenAt}. Everybody must sign in again. Start Cooee.`
}

try {
  console.log(await run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
