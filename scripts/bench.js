// Plain JavaScript for the Node that happens to be installed (20 or newer): installs, then measures on our own Node.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { install, root, run } from './install.js'

const node = await install({ withDevelopment: true })
process.exitCode = await run(
  node,
  [
    '--disable-warning=ExperimentalWarning',
    `--import=${pathToFileURL(join(root, 'scripts/parent-watch.js'))}`,
    join(root, 'bench/bench.ts'),
    ...process.argv.slice(2),
  ],
  // The fourth channel notifies the measurement when this script is killed.
  { env: { ...process.env, COOEE_STOP_WITH_PARENT: '1' }, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
)
