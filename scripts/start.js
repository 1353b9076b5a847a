// Plain JavaScript for the Node that happens to be installed (20 or newer): installs, builds, hands over to our own Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProduct, isBuilt } from './build-product.js'
import { install, root, run } from './install.js'
import { watchParent } from './parent-watch.js'

const node = await install({ withDevelopment: !isBuilt() })
await buildProduct(node)

const settings = join(root, '.env')
const args = [
  '--disable-warning=ExperimentalWarning',
  // Megabytes for what was just made; Node's own 16 cost 40 MB of memory for few per cent of time.
  '--max-semi-space-size=4',
  ...(existsSync(settings) ? [`--env-file=${settings}`] : []),
  `--import=${pathToFileURL(join(root, 'scripts/parent-watch.js'))}`,
  join(root, 'dist/server/start.js'),
  ...process.argv.slice(2),
]
// What was compiled once is kept for the next start, which takes half the time then.
const env = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/cooee'),
  // Places in which glibc's malloc keeps what was freed; eight for each processor hold 15 MB more.
  MALLOC_ARENA_MAX: '2',
  ...process.env,
  COOEE_STOP_WITH_PARENT: '1',
}

process.chdir(root)
if (process.execve) {
  // The product replaces this process: signals reach it directly.
  process.removeAllListeners('warning')
  process.execve(node, [node, ...args], env)
}
process.exitCode = await run(node, args, {
  env,
  // The fourth channel notifies the product when this script is killed.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  started: (child) => watchParent(() => child.kill('SIGTERM')),
})
