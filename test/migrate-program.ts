import { migrate } from '#server/platform/database/migrate.ts'

// Started by upgrade.test.ts, to be killed.
const [url = '', directory = ''] = process.argv.slice(2)
await migrate(url, { directory, log: { info: (line: unknown) => process.stdout.write(`${line}\n`) } })
