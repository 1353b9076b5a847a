// Plain JavaScript for the Node that happens to be installed (20 or newer): installs, then simulates on our own Node.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { install, root, run } from './install.js'

/** Of all tests of a round together; each notes its own when it has passed (test/kill-rounds.ts). */
const KILLS_OF_A_ROUND = 24
/** Each test of a round has a seed of its own. */
const SEEDS_OF_A_ROUND = 10

const args = process.argv.slice(2)
const numberOf = (flag, otherwise) =>
  Number(args.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1) ?? otherwise)
/** Real processes under load in place of the simulation. */
const isLoad = args.includes('--load')
const program = isLoad ? 'test/kills-under-load/kills-under-load.ts' : 'test/soak/soak.ts'
const kills = numberOf('--kills', 0)
const atOnce = numberOf('--at-once', 1)
const node = await install({ withDevelopment: true })
const flags = [
  '--disable-warning=ExperimentalWarning',
  `--import=${pathToFileURL(join(root, 'scripts/parent-watch.js'))}`,
]
process.exitCode = await run(
  node,
  [...flags, join(root, program), ...args.filter((arg) => !/^--(load$|kills=|at-once=)/.test(arg))],
  // The fourth channel notifies the simulation when this script is killed.
  { env: { ...process.env, COOEE_STOP_WITH_PARENT: '1' }, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
if (kills > 0 && process.exitCode === 0) process.exitCode = await killForReal()

/**
 * The real thing, in processes of their own, killed with kill -9 at moments that a seed repeats: as many rounds as make so many
 * kills. One whose test fails is not counted.
 */
async function killForReal() {
  const first = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const rounds = Math.ceil(kills / KILLS_OF_A_ROUND)
  const seeds = Array.from({ length: rounds }, (_, round) => (first + SEEDS_OF_A_ROUND * round) % 2 ** 31)
  console.log(
    `\nKilled for real: ${rounds} rounds of ${KILLS_OF_A_ROUND} kills, ${atOnce} at once, seeds from ${first} on.`,
  )
  console.log(
    'A test that fails names its seed; KILL_SEED=<seed> npm run soak -- --runs=0 --kills=1 repeats that round.',
  )
  const folder = mkdtempSync(join(tmpdir(), 'cooee-kills-'))
  const book = join(folder, 'judged')
  writeFileSync(book, '')
  const env = {
    ...process.env,
    KILL_SEEDS: seeds.join(','),
    KILL_ROUNDS_AT_ONCE: String(atOnce),
    KILL_BOOK: book,
    // A third of what a start costs: the same files are read again and again.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  }
  const began = performance.now()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const code = await run(node, [vitest, 'run', '--config', 'vitest.kills.config.ts'], { env })
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const judged = readFileSync(book, 'utf8')
    .split('\n')
    .reduce((sum, count) => sum + Number(count), 0)
  rmSync(folder, { recursive: true, force: true })
  console.log(`${judged} kills were judged in ${minutes} minutes.`)
  return code
}
