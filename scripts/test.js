// Plain JavaScript for the Node that happens to be installed (20 or newer). Stops at the first step that fails.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensureBrowser } from './browser.js'
import { buildProduct } from './build-product.js'
import { install, root, run } from './install.js'

const vitestArgs = process.argv.slice(2).filter((arg) => arg !== '--all')
const onlySome = vitestArgs.some((arg) => !arg.startsWith('-'))
const node = await install({ withDevelopment: true })
const reports = mkdtempSync(join(tmpdir(), 'cooee-reports-'))
// Whatever a test starts as `node` is the product's Node.
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  // Without `--all` the slow tests are left to CI (test/slow-tests.ts). A test that is named is never left out.
  COOEE_TESTS: process.argv.includes('--all') || onlySome ? 'all' : 'quick',
  // The product is started a hundred times.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/cooee-tests'),
}

const hasJourneys = !onlySome && existsSync(join(root, 'e2e'))
await together([
  beside('types', 'node_modules/typescript/bin/tsc', ['--noEmit']),
  beside('lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '.']),
  ...(onlySome ? [] : [beside('known vulnerabilities', 'scripts/audit.ts', ['--only-tell'])]),
  prepareJourneys(),
])
await together([inSight('tests', 'node_modules/vitest/vitest.mjs', ['run', ...reportTo('tests'), ...vitestArgs])])
// Not beside the tests: what both measure in real time would be late on a small machine.
if (hasJourneys) {
  const config = ['--config', 'vitest.e2e.config.ts']
  await together([
    inSight('browser end-to-end tests', 'node_modules/vitest/vitest.mjs', ['run', ...config, ...reportTo('journeys')]),
  ])
}
printTotal()
rmSync(reports, { recursive: true })

async function prepareJourneys() {
  if (hasJourneys) env.CHROME_PATH = await ensureBrowser(node)
  if (!onlySome) await buildProduct(node)
  return { name: 'build', code: 0, output: '' }
}

/** Runs a program that shows what it says. */
async function inSight(name, program, args) {
  console.log(`\n== ${name}`)
  return { name, code: await run(node, [program, ...args], { env }), output: '' }
}

/** Runs a program and keeps what it says. */
async function beside(name, program, args) {
  let output = ''
  let closed
  const started = (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    closed = new Promise((done) => child.once('close', done))
  }
  const code = await run(node, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], started })
  await closed
  return { name, code, output: `\n== ${name}\n${output}` }
}

/** Shows what each has said, in this order, and ends everything where one has failed. */
async function together(parts) {
  const failed = []
  for (const part of parts) {
    const { name, code, output } = await part
    process.stdout.write(output)
    if (code !== 0) failed.push({ name, code })
  }
  if (failed.length === 0) return
  printTotal()
  rmSync(reports, { recursive: true, force: true })
  console.error(`\nFailed: ${failed.map(({ name }) => name).join(', ')}`)
  process.exit(failed[0].code)
}

function reportTo(name) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, `${name}.json`)}`]
}

/** Adds up what the runs reported, in the form Vitest prints its own totals. */
function printTotal() {
  const results = ['tests', 'journeys']
    .map((name) => join(reports, `${name}.json`))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
  if (results.length === 0) return
  const files = results.flatMap((result) => result.testResults.map((file) => file.status))
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const line = (failed, passed, skipped, total) =>
    [failed && `${failed} failed`, `${passed} passed`, skipped && `${skipped} skipped`].filter(Boolean).join(' | ') +
    ` (${total})`
  const passedFiles = files.filter((status) => status === 'passed').length
  const tests = [sum('numFailedTests'), sum('numPassedTests'), sum('numPendingTests'), sum('numTotalTests')]
  console.log(`\n Test Files  ${line(files.length - passedFiles, passedFiles, 0, files.length)}`)
  console.log(`      Tests  ${line(...tests)}`)
}
