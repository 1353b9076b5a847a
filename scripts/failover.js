// Plain JavaScript for the Node that happens to be installed (20 or newer): installs, then tries fail-overs on our own Node.
import { delimiter, join } from 'node:path'
import { install, root, run } from './install.js'

const node = await install({ withDevelopment: true })
process.exitCode = await run(
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'vitest.failover.config.ts',
    ...process.argv.slice(2),
  ],
  {
    env: { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) },
    stdio: 'inherit',
  },
)
