// Plain JavaScript for the Node that happens to be installed (20 or newer): installs, then simulates on our own Node.
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { install, root, run } from './install.js'
import { buildWeb } from './web-build.js'

const args = process.argv.slice(2)
const rounds = Number(args.find((arg) => arg.startsWith('--kills='))?.slice('--kills='.length) ?? 0)
const node = await install({ withDevelopment: true })
const flags = [
  '--disable-warning=ExperimentalWarning',
  `--import=${pathToFileURL(join(root, 'scripts/parent-watch.js'))}`,
]
process.exitCode = await run(
  node,
  [...flags, join(root, 'test/soak/soak.ts'), ...args.filter((arg) => !arg.startsWith('--kills='))],
  // The fourth channel tells the simulation when this script is killed.
  { env: { ...process.env, COOEE_STOP_WITH_PARENT: '1' }, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)

if (rounds > 0) await buildWeb(node)
// The real thing, in processes of their own, killed with kill -9 at moments that a seed repeats.
for (let round = 1; round <= rounds && process.exitCode === 0; round++) {
  const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`\nKilled for real, round ${round} of ${rounds}: KILL_SEED=${seed} npm run soak -- --runs=0 --kills=1`)
  const env = {
    ...process.env,
    KILL_SEED: String(seed),
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  }
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run']
  process.exitCode =
    (await run(node, [...vitest, 'test/kill-nine'], { env })) ||
    (await run(node, [...vitest, '--config', 'vitest.e2e.config.ts', 'e2e/kill-nine.test.ts'], { env }))
}
