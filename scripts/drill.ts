// npm run drill -- +61491570156 +61491570157 +61291570158: rings three phones of your own through ten situations and says
// what was heard, concluded and reported. With --sandbox nobody is called. --database=postgres://… names an empty database.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { toE164 } from '#core/phone/e164.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'
import { type DrillClient, drillClient, type Numbers, type Played } from './drill/drill-client.ts'
import { drillDatabase } from './drill/drill-database.ts'
import { isAsExpected, reportOf, summaryOf } from './drill/drill-report.ts'
import { startWithRealPhones, startWithSandbox } from './drill/drilled-server.ts'
import { SITUATIONS, type Situation } from './drill/situations.ts'

const PHONES = ['an iPhone with screening of unknown callers on', 'an Android phone', 'a landline with voicemail']
/** Numbers of the sandbox belong to nobody; their last two digits say what the phone does. */
const SANDBOX_PREFIX = '+614915702'

const { values, positionals } = parseArgs({
  options: { sandbox: { type: 'boolean', default: false }, database: { type: 'string' } },
  allowPositionals: true,
})
const terminal = createInterface({ input: process.stdin, output: process.stdout })

/** Announces each situation and plays it. The numbers are those of the three phones. */
async function drillOn(phones: readonly string[], client: DrillClient): Promise<Played[]> {
  const all: Played[] = []
  for (const [index, situation] of SITUATIONS.entries()) {
    const numbers = numbersFor(situation, phones)
    console.log(
      `\n${index + 1}. ${situation.title}\n   Phone ${situation.phone}, ${numbers.rings}: ${situation.instruction}`,
    )
    if (!values.sandbox) {
      const answer = await terminal.question('   Press Enter when ready (s: skip this one, q: end the drill). ')
      if (answer.trim().toLowerCase() === 'q') break
      if (answer.trim().toLowerCase() === 's') continue
    }
    const played = await client.play(situation, numbers)
    console.log(reportOf(played))
    all.push(played)
  }
  return all
}

/** Texts go to a phone that can show them, and not to the one that rings. */
function numbersFor({ phone, sandboxEnding }: Situation, phones: readonly string[]): Numbers {
  if (values.sandbox) return { rings: SANDBOX_PREFIX + sandboxEnding, family: `${SANDBOX_PREFIX}10` }
  const [iPhone = '', android = ''] = phones
  return { rings: phones[phone - 1] ?? '', family: phone === 1 ? android : iPhone }
}

/** The three numbers, from the command line or asked for. Throws one sentence for an invalid one. */
async function threePhones(): Promise<string[]> {
  const phones: string[] = []
  for (const [index, what] of PHONES.entries()) {
    const typed = positionals[index] ?? (await terminal.question(`The number of phone ${index + 1}, ${what}: `))
    const number = toE164(typed)
    if (number === null) throw new Error(`${typed} is no Australian number: give it like +61491570156.`)
    phones.push(number)
  }
  return phones
}

async function run(): Promise<void> {
  const settings = join(projectRoot(), '.env')
  if (!values.sandbox && existsSync(settings)) process.loadEnvFile(settings)
  if (!values.sandbox && !process.env.TWILIO_ACCOUNT_SID) {
    throw new Error('There are no keys of a phone provider (TWILIO_…). Set them, or play with --sandbox.')
  }
  const phones = values.sandbox ? [] : await threePhones()
  const database = await drillDatabase(values.database)
  try {
    const server = await (values.sandbox ? startWithSandbox(database) : startWithRealPhones(database, process.env))
    try {
      const client = await drillClient(server.address)
      if (!(await client.isReachedAt(server.publicUrl))) {
        throw new Error(
          `${server.publicUrl} does not lead to this drill: the phone provider could not ask it what to say. ` +
            'Stop the Cooee that runs there meanwhile, or set a PUBLIC_URL and PORT for the drill.',
        )
      }
      const all = await drillOn(phones, client)
      if (all.length > 0) console.log(`\n${summaryOf(all)}`)
      // With real phones a person judges.
      if (values.sandbox && !all.every(isAsExpected)) process.exitCode = 1
    } finally {
      await server.stop()
    }
  } finally {
    await database.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  terminal.close()
}
