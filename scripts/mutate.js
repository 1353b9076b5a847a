// Plain JavaScript for the Node that happens to be installed (20 or newer): installs, then plants the faults on our own Node.
import { join } from 'node:path'
import { install, root, run } from './install.js'

const node = await install({ withDevelopment: true })
process.exitCode = await run(
  node,
  ['--disable-warning=ExperimentalWarning', join(root, 'test/mutate/mutate.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
