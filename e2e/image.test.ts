import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstatSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts'
import { bareEnvironment } from '#test/bare-environment.ts'
import { aFreePort } from '#test/free-port.ts'
import { waitUntil } from './wait-until.ts'

const ROOT = join(import.meta.dirname, '..')
const MB = 1_000_000
/** To run with another root needs root's rights, and `chroot`. */
const canChangeRoot = process.platform === 'linux' && process.getuid?.() === 0

test('what a container holds is less than 200 MB, and is enough to start and examine Cooee', {
  skip: !canChangeRoot,
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cooee-image-'))
  // PostgreSQL and the product run as others than root.
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const image = join(folder, 'image')
  execFileSync(process.execPath, [join(ROOT, 'scripts/image-files.js'), image])
  expect(bytesIn(image)).toBeLessThan(200 * MB)

  const database = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: pino({ level: 'silent' }),
    // Both sides see it: here in the folder of the image, there in the root.
    socketDirectory: join(image, 'tmp'),
  })
  onTestFinished(() => database.stop())
  const port = await aFreePort()
  const settings = {
    DATABASE_URL: database.url.replaceAll(encodeURIComponent(image), '').replaceAll(image, ''),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    LOCAL_PORT: String(await aFreePort()),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: '/tmp/cooee',
    BILLING: 'off',
  }
  const server = inImage(image, ['dist/server/start.js'], settings)
  onTestFinished(() => void server.child.kill('SIGKILL'))
  await waitUntil('it is ready', () => server.printed().includes('Cooee is ready'), { seconds: 60 })
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<title>')
  const health = inImage(image, ['scripts/health-check.js'], settings)
  expect(await once(health.child, 'close'), health.printed()).toEqual([0, null])
  const admin = inImage(image, ['dist/server/admin.js', 'nobody'], settings)
  await once(admin.child, 'close')
  expect(admin.printed()).toContain('nobody')
  const doctor = inImage(image, ['dist/server/doctor.js'], settings)
  await once(doctor.child, 'close')
  expect(doctor.printed()).toMatch(/^ok +database/m)
  server.child.kill('SIGTERM')
  expect(await once(server.child, 'exit'), server.printed()).toEqual([0, null])
})

/** Runs Node there, as a user who owns nothing, with `args` from the folder of the product. */
function inImage(image: string, args: readonly string[], settings: Record<string, string>) {
  const { PATH = '' } = bareEnvironment()
  const command = [
    '--userspec=65534:65534',
    image,
    '/usr/local/bin/node',
    ...args.map((arg, at) => (at === 0 ? `/app/${arg}` : arg)),
  ]
  const child: ChildProcess = spawn('chroot', command, {
    env: { PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return { child, printed: () => printed }
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + lstatSync(join(folder, name)).size,
    0,
  )
}
