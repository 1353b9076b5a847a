// Asks the npm registry whether a package that the
// product runs on has a known vulnerability. Fails with one that is high or critical, unless --only-tell is given; where the registry does not answer such
// requests, or is unreachable, it says that nothing was checked, and fails with --strict only.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ASK = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=20000']
const GRAVE = ['high', 'critical']

type Report =
  | { kind: 'clean'; packages: number }
  | { kind: 'weak'; found: string[] }
  | { kind: 'unchecked'; reason: string }

/** As `npm audit --json` writes it; an error of the registry has other fields. */
interface NpmReport {
  vulnerabilities?: Record<string, { name: string; severity: string; range?: string }>
  metadata?: { dependencies?: { prod?: number } }
  statusCode?: number
}

/** What npm's JSON report means. Anything but a whole report is no answer. */
export function readReport(output: string): Report {
  let report: NpmReport
  try {
    report = JSON.parse(output)
  } catch {
    return { kind: 'unchecked', reason: 'npm gave no report' }
  }
  if (!report.vulnerabilities || !report.metadata) {
    const status = report.statusCode ? ` (${report.statusCode})` : ''
    return { kind: 'unchecked', reason: `the registry of this machine does not answer such questions${status}` }
  }
  const found = Object.values(report.vulnerabilities)
    .filter(({ severity }) => GRAVE.includes(severity))
    .map(({ name, severity, range }) => `${name} ${range ?? ''}: ${severity}`)
  return found.length > 0
    ? { kind: 'weak', found }
    : { kind: 'clean', packages: report.metadata.dependencies?.prod ?? 0 }
}

function main(): void {
  const { stdout } = spawnSync('npm', ASK, {
    cwd: resolve(fileURLToPath(import.meta.url), '../..'),
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = readReport(stdout ?? '')
  switch (report.kind) {
    case 'clean':
      console.log(`No known vulnerability above moderate in ${report.packages} packages.`)
      return
    case 'weak':
      console.error(`Known vulnerabilities:\n${report.found.map((line) => `  ${line}`).join('\n')}`)
      // What was published since has nothing to do with what is tested: the same code passes today and tomorrow.
      if (!process.argv.includes('--only-tell')) process.exitCode = 1
      return
    case 'unchecked':
      console.warn(
        `NOT CHECKED for known vulnerabilities: ${report.reason}. Run npm run audit where the public registry is.`,
      )
      if (process.argv.includes('--strict')) process.exitCode = 1
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main()
