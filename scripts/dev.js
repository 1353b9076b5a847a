// npm run dev: the server restarts when its code changes, and the page reloads: http://localhost:5173. Plain JavaScript, see install.js.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildProduct } from './build-product.js'
import { install, root } from './install.js'

const node = await install({ withDevelopment: true })
// Mails, the public pages and the first start read what was built; the screens themselves come from Vite.
await buildProduct(node)

const settings = join(root, '.env')
const environment = existsSync(settings) ? [`--env-file=${settings}`] : []
const server = start([
  '--disable-warning=ExperimentalWarning',
  '--watch',
  '--watch-preserve-output',
  ...environment,
  `--import=${pathToFileURL(join(root, 'scripts/parent-watch.js'))}`,
  'src/server/start.ts',
])
const web = start([...environment, 'node_modules/vite/bin/vite.js', '--clearScreen', 'false'])

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
server.once('exit', stop)
web.once('exit', stop)

function start(args) {
  return spawn(node, args, { cwd: root, stdio: 'inherit' })
}

function stop() {
  for (const child of [server, web]) if (child.exitCode === null) child.kill('SIGTERM')
}
