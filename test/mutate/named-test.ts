import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A test, by its file and its own title; a title with `%s`, `%i`, `%j` or `$name` as it stands in the file stands for each of its cases. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

/** What Vitest's JSON reporter writes, as far as it is read here. */
interface Report {
  testResults: { name: string; message: string; assertionResults: { title: string; status: string }[] }[]
}

/** What became of a named test: it passed, it failed, or it was not run at all. */
export type Verdict = 'passed' | 'failed' | 'not run'

const LONGEST_MS = 10 * 60_000

/** Runs the tests with these titles in the copy of the repository in `directory`, and returns the result of each. */
export async function runTests(directory: string, tests: readonly NamedTest[]): Promise<Map<NamedTest, Verdict>> {
  const outputFile = join(directory, `report-${process.pid}.json`)
  await rm(outputFile, { force: true })
  const files = [...new Set(tests.map(({ file }) => file))]
  const pattern = tests.map(({ title }) => asPattern(title)).join('|')
  const vitest = join(directory, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', ...files, '-t', pattern, '--reporter=json', `--outputFile=${outputFile}`]
  await new Promise<void>((resolve) => {
    // That tests fail is what is hoped for: the report says which.
    execFile(process.execPath, args, { cwd: directory, timeout: LONGEST_MS, maxBuffer: 2 ** 26 }, () => resolve())
  })
  const report = await readReport(outputFile)
  return new Map(tests.map((test) => [test, verdictOn(test, directory, report)]))
}

function verdictOn({ file, title }: NamedTest, directory: string, { testResults }: Report): Verdict {
  const isMeant = new RegExp(`^${asPattern(title)}$`)
  const cases = testResults
    .filter(({ name }) => name === join(directory, file))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => isMeant.test(result.title) && (result.status === 'passed' || result.status === 'failed'))
  if (cases.length === 0) return 'not run'
  return cases.some(({ status }) => status === 'failed') ? 'failed' : 'passed'
}

async function readReport(file: string): Promise<Report> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return { testResults: [] }
  }
}

function asPattern(title: string): string {
  return title
    .split(/%[sij]|\$\w+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.*')
}
