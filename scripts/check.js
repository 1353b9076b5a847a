// npm run check: types, lint, the architecture and the quick tests of what has changed, in less than a minute. Plain JavaScript, see install.js.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { install, root } from './install.js'

/** Always run: they hold the shape of the code and what the documents say about it. */
const ALWAYS = ['test/architecture.test.ts', 'test/docs.test.ts', 'test/every-sentence.test.ts', 'test/schema.test.ts']
/** So many files of tests fit into the minute. */
const MAX_TEST_FILES = 12

const node = await install({ withDevelopment: true })
const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  // Slow tests are left to `npm test -- --all` (test/slow-tests.ts).
  COOEE_TESTS: 'quick',
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/cooee-tests'),
}
const slowTests = readFileSync(join(root, 'test/slow-tests.ts'), 'utf8')
const isQuick = (file) => !slowTests.includes(`'${file}'`)
// What is being worked on comes first: a long branch has changed more than fits into the minute.
const concerned = [...new Set([...testsOf(unsavedFiles()), ...testsOf(committedFiles())])].filter(isQuick)
const tests = [
  ...new Set([...ALWAYS.filter((file) => existsSync(join(root, file))), ...concerned.slice(0, MAX_TEST_FILES)]),
]
const left = concerned.length - Math.min(concerned.length, MAX_TEST_FILES)

const results = await Promise.all([
  step('types', 'node_modules/typescript/bin/tsc', [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    join(root, 'node_modules/.cache/cooee-check.tsbuildinfo'),
  ]),
  step('lint and format', 'node_modules/@biomejs/biome/bin/biome', ['check', '.']),
  step(`tests: ${tests.length} files`, 'node_modules/vitest/vitest.mjs', ['run', '--reporter=dot', ...tests]),
])
if (left > 0) console.log(`\n${left} more files of tests import what you changed: npm test runs them.`)
process.exitCode = results.every((code) => code === 0) ? 0 : 1

/** Runs one part and shows what it said once it has ended: three at a time would be mixed up. Returns its exit code. */
function step(name, program, args) {
  const begun = performance.now()
  return new Promise((done) => {
    const child = spawn(node, [join(root, program), ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - begun) / 1000)
      console.log(`== ${name}: ${code === 0 ? 'good' : 'FAILED'} (${seconds} s)`)
      if (code !== 0) console.log(output)
      done(code ?? 1)
    })
  })
}

/** What is not in a commit yet. */
function unsavedFiles() {
  return [...git(['diff', '--name-only', 'HEAD']), ...git(['ls-files', '--others', '--exclude-standard'])]
}

/** What the commits of this branch have changed since it left the one that is shared. */
function committedFiles() {
  const base = git(['merge-base', 'HEAD', 'origin/main'])[0]
  return base ? git(['diff', '--name-only', base, 'HEAD']) : []
}

function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** Changed tests, then those that import a changed file themselves; those beside it come first. */
function testsOf(files) {
  const changedTests = files.filter((file) => isTest(file) && existsSync(join(root, file)))
  const sources = new Set(files.filter((file) => !isTest(file)))
  const importing = ['src', 'test', 'bench']
    .flatMap(testsUnder)
    .filter((test) => importsOf(test).some((to) => sources.has(to)))
  const isBeside = (test) => files.some((file) => dirname(file) === dirname(test))
  return [...new Set([...changedTests, ...importing.filter(isBeside), ...importing])]
}

function isTest(file) {
  return /^(src|test|bench)\/.*\.test\.tsx?$/.test(file)
}

function testsUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(isTest)
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\() ?'([#.][^']+)'/g)].map(([, to]) => {
    if (to.startsWith('#test/')) return to.slice(1)
    if (to.startsWith('#')) return to.replace('#', 'src/')
    return relative(root, resolve(root, dirname(file), to))
  })
}
