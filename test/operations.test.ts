import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '#server/platform/env.ts'
import { startLiveServer } from './live-server.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('the Dockerfile is well formed, runs as nobody special and on the Node that the product is tested with', () => {
  const dockerfile = read('Dockerfile')
  expect(validate(dockerfile)).toEqual([])
  expect(validate('FROM node\nRUNN npm ci')).not.toEqual([])
  expect(dockerfile).toMatch(/^USER node$/m)
  const { dependencies } = JSON.parse(read('package.json'))
  const images = dockerfile.match(/^FROM \S+/gm)
  expect(images?.length).toBeGreaterThan(0)
  for (const image of images ?? []) expect(image).toBe(`FROM node:${dependencies.node}-bookworm-slim`)
})

test('the compose files hold to the rules of their linter', () => {
  const options = { quiet: false, debug: false, exclude: [] }
  const linter = new DCLinter({
    ...options,
    rules: {
      // People open it from anywhere: that is what Caddy is for.
      'no-unbound-port-interfaces': 0,
      // They are read from the database outwards.
      'service-keys-order': 0,
      'services-alphabetical-order': 0,
      // One reads with the other.
      'require-project-name-field': 0,
      'require-quotes-in-ports': [1, { quoteType: 'double' }],
    },
  })
  const problems = (by: DCLinter, file: string) =>
    by.lintFiles([join(ROOT, file)], false).flatMap(({ messages }) => messages)
  const lint = (file: string) => problems(linter, file)
  expect(problems(new DCLinter({ ...options, rules: {} }), 'compose.yaml')).not.toEqual([])
  expect(lint('compose.yaml')).toEqual([])
  expect(lint('ops/compose.many.yaml')).toEqual([])
})

test('every variable that the compose files and units set is one that the server reads', () => {
  const names = ['DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'NODE_ENV', 'HOST', 'PORT']
  const { services } = parse(read('compose.yaml'), { merge: true })
  expect(Object.keys(services.cooee.environment)).toEqual(names)
  const settings = {
    ...services.cooee.environment,
    DATABASE_URL: 'postgres://cooee:x@postgres/cooee',
    PUBLIC_URL: 'https://cooee.example',
  }
  expect(() => readEnv(settings)).not.toThrow()
  const [subnet] = parse(read('compose.yaml')).networks.front.ipam.config
  expect(settings.TRUST_PROXY).toBe(subnet.subnet)
})

test('what the units start exists', () => {
  for (const unit of ['ops/cooee.service', 'ops/cooee-worker@.service']) {
    const [, program, script] =
      read(unit).match(/^ExecStart=(\S+) --disable-warning=ExperimentalWarning --max-semi-space-size=4 (\S+)/m) ?? []
    for (const path of [program, script]) {
      expect(existsSync(join(ROOT, path?.replace('/opt/cooee/', '') ?? 'nothing')), unit).toBe(true)
    }
  }
})

test('the alert rules speak of numbers that there are', async () => {
  const live = await startLiveServer()
  const metrics = await (await fetch(`${live.server.localAddress}/metrics`)).text()
  await live.close()
  const rules: { expr: string; annotations: { summary: string } }[] = parse(
    read('ops/prometheus-alerts.yml'),
  ).groups.flatMap(({ rules }: { rules: unknown[] }) => rules)
  expect(rules.length).toBeGreaterThan(8)
  const there = [...metrics.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  )
  for (const { expr } of rules) {
    for (const [name] of expr.matchAll(/\bcooee_\w+/g)) expect(there).toContain(name)
  }
})
