import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const watch = pathToFileURL('scripts/parent-watch.js').href
const product = `
  process.on('SIGTERM', () => { console.log('asked to stop'); process.exit() })
  setInterval(() => {}, 1000)
  console.log('up ' + process.pid)`
const env: NodeJS.ProcessEnv = {
  ...process.env,
  PRODUCT: product,
  COOEE_STOP_WITH_PARENT: '1',
  npm_lifecycle_event: 'start',
}
const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(program: string, args: string[]) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}

// npm and the shell that npm puts between itself and the script
test('the product stops when npm is killed and nobody can pass a signal on', async () => {
  const node = `"${process.execPath}" --import "${watch}" --input-type=module -e "$PRODUCT"`
  const { child, lines } = start('/bin/sh', ['-c', `sh -c '${node}; true'; true`])
  expect((await lines.next()).value).toMatch(/^up \d+$/)
  child.kill('SIGKILL')
  expect((await lines.next()).value).toBe('asked to stop')
})

test('the product stops when the start script that spawned it is killed', async () => {
  const starter = `
    const { spawn } = await import('node:child_process')
    const args = ['--import', ${JSON.stringify(watch)}, '--input-type=module', '-e', ${JSON.stringify(product)}]
    spawn(process.execPath, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })`
  const { child, lines } = start(process.execPath, ['--input-type=module', '-e', starter])
  expect((await lines.next()).value).toMatch(/^up \d+$/)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await lines.next()).value).toBe('asked to stop')
})
