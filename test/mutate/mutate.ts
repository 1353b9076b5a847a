import { cp, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type NamedTest, runTests, type Verdict } from './named-test.ts'
import type { PlantedFault } from './planted-fault.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { SECURITY_FAULTS } from './security/security-faults.ts'

/**
 * Plants each fault of the table in a copy of the tree, one at a time, and runs the test that is to notice it. Says which
 * were caught. With `--security` those that break a row of docs/security.md, with `--row=36` those of one. Fails where one survives, where a text is not there any more, and where a test does not pass without a fault.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    security: { type: 'boolean', default: false },
    row: { type: 'string' },
    'at-once': { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
})

const root = join(import.meta.dirname, '../..')
const NOT_COPIED = new Set(['node_modules', '.git', 'data', 'dist', 'coverage'])
const ofRow = SECURITY_FAULTS.filter(({ row }) => values.row === undefined || row === Number(values.row))
const table: readonly PlantedFault[] = values.security || values.row !== undefined ? ofRow : PLANTED_FAULTS
const faults = table.filter(({ name }) => values.only === undefined || name.includes(values.only))

await findEveryText(faults)
const folders = await Promise.all(Array.from({ length: Number(values['at-once']) }, copyOfTree))
const verdicts = new Map<PlantedFault, Verdict>()
try {
  await passWithoutFault(folders[0] ?? root, faults)
  const waiting = [...faults]
  await Promise.all(
    folders.map(async (folder) => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const verdict = await plant(folder, fault)
        verdicts.set(fault, verdict)
        console.log(`${inWords(verdict)} ${fault.name}`)
      }
    }),
  )
} finally {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
}
const survivors = faults.filter((fault) => verdicts.get(fault) !== 'failed')
for (const { name, file, test } of survivors) {
  console.log(`\nNot caught: ${name}\n  planted in ${file}\n  by "${test.title}" in ${test.file}`)
}
console.log(`\n${faults.length - survivors.length} of ${faults.length} planted faults were caught.`)
process.exitCode = survivors.length === 0 ? 0 : 1

function inWords(verdict: Verdict): string {
  return { failed: 'caught  ', passed: 'SURVIVED', 'not run': 'NOT RUN ' }[verdict]
}

/** A table that says what is not there any more plants nothing, and would say that all is well. */
async function findEveryText(planted: readonly PlantedFault[]): Promise<void> {
  if (planted.length === 0) throw new Error(`No planted fault is called anything like "${values.only ?? values.row}"`)
  const wrong: string[] = []
  for (const { name, file, text, replacement } of planted) {
    const found = (await readFile(join(root, file), 'utf8')).split(text).length - 1
    if (found !== 1) wrong.push(`${name}: the text is ${found} times in ${file}, and must be there once:\n${text}`)
    if (text === replacement) wrong.push(`${name}: the replacement is the text`)
  }
  if (wrong.length > 0) throw new Error(`The table of planted faults is out of date.\n\n${wrong.join('\n\n')}`)
}

async function copyOfTree(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cooee-mutate-')))
  for (const entry of await readdir(root)) {
    if (!NOT_COPIED.has(entry)) await cp(join(root, entry), join(folder, entry), { recursive: true })
  }
  await symlink(await realpath(join(root, 'node_modules')), join(folder, 'node_modules'))
  return folder
}

async function passWithoutFault(folder: string, planted: readonly PlantedFault[]): Promise<void> {
  const tests = new Map<string, NamedTest>(planted.map(({ test }) => [`${test.file} ${test.title}`, test]))
  const red = [...(await runTests(folder, [...tests.values()]))].filter(([, verdict]) => verdict !== 'passed')
  if (red.length === 0) return console.log(`${tests.size} tests pass as long as nothing is planted.`)
  const named = red.map(([{ file, title }, verdict]) => `${verdict}: "${title}" in ${file}`)
  throw new Error(`These tests do not pass without any fault:\n${named.join('\n')}`)
}

async function plant(folder: string, { file, text, replacement, test }: PlantedFault): Promise<Verdict> {
  const path = join(folder, file)
  const sound = await readFile(path, 'utf8')
  await writeFile(
    path,
    sound.replace(text, () => replacement),
  )
  try {
    return (await runTests(folder, [test])).get(test) ?? 'not run'
  } finally {
    await writeFile(path, sound)
  }
}
