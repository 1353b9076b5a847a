import { existsSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { isOwnFallback } from '#server/adapters/telephony/twilio/callbacks/callback-urls.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { startLiveServer } from './live-server.ts'
import { asSuperuser, operatorsDatabase } from './operators-database.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('the Dockerfile is well formed, runs as nobody special and on the Node that the product is tested with', () => {
  const dockerfile = read('Dockerfile')
  expect(validate(dockerfile)).toEqual([])
  expect(validate('FROM node\nRUNN npm ci')).not.toEqual([])
  expect(dockerfile).toMatch(/^USER node$/m)
  const { dependencies } = JSON.parse(read('package.json'))
  const images = dockerfile.match(/^FROM \S+/gm) ?? []
  expect(images.map((image) => image.replace(/@sha256:[0-9a-f]{64}$/, '@digest'))).toEqual([
    `FROM node:${dependencies.node}-bookworm-slim@digest`,
    // What is copied into it is tried by e2e/image.test.ts.
    'FROM scratch',
  ])
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
})

test('the standby is the same Cooee behind the same Caddy, and takes the fallback that FALLBACK_URL names', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const { 'cooee-standby': standby, caddy } = services
  expect(standby).toEqual({ extends: { service: 'cooee' }, profiles: ['standby'], command: ['--role=web'] })
  const sites = [...read('ops/Caddyfile').matchAll(/^\{\$COOEE_HOST\}(:\d+)? \{\n\treverse_proxy (\S+)\n\}/gm)]
  expect(sites.map(([, port = ':443', upstream]) => [port, upstream])).toEqual([
    [':443', 'cooee:3000'],
    [':8443', 'cooee-standby:3000'],
  ])
  expect(caddy.ports).toContain('8443:8443')
  expect(caddy.volumes).toContain('./ops/Caddyfile:/etc/caddy/Caddyfile:ro')
  const base = 'https://cooee.example:8443'
  expect(isOwnFallback({ publicUrl: 'https://cooee.example', base })).toBe(true)
  expect(readEnv({ PUBLIC_URL: 'https://cooee.example', FALLBACK_URL: base }).FALLBACK_URL).toBe(base)
  expect(read('docs/operators.md')).toContain('FALLBACK_URL=https://cooee.example:8443')
})

test('visitors by IPv4 and by IPv6 keep their addresses: Caddy alone is trusted, at addresses that nobody else is given', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true })
  const { ipv4_address: four, ipv6_address: six } = services.caddy.networks.front
  expect(services.cooee.environment.TRUST_PROXY).toBe(`${four},${six}`)
  expect(networks.front.enable_ipv6).toBe(true)
  const [byFour, bySix] = networks.front.ipam.config.map(({ subnet, ip_range }: Record<string, string>) => {
    const [inside, given] = [subnet, ip_range].map((range = '') => {
      const [address = '', bits] = range.split('/')
      const list = new BlockList()
      list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4')
      return list
    })
    return { inside, given }
  })
  expect([byFour.inside.check(four), byFour.given.check(four)]).toEqual([true, false])
  expect([bySix.inside.check(six, 'ipv6'), bySix.given.check(six, 'ipv6')]).toEqual([true, false])
})

test('every container has limits of memory and processes, and an image that nobody can exchange', () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    if ('extends' in service) continue
    expect(service, name).toMatchObject({ mem_limit: expect.any(String), pids_limit: expect.any(Number) })
    if (!('build' in service)) expect(service.image, name).toMatch(/^\w+:[\w.-]+@sha256:[0-9a-f]{64}$/)
  }
})

test('the role that Cooee signs in with in containers is no superuser, takes over what a superuser had made, and migrates', async () => {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const role = new URL(services.cooee.environment.DATABASE_URL.replace(/\$\{[^}]*\}/, 'x')).username
  expect(role).not.toBe(services.postgres.environment.POSTGRES_USER)
  const script = read('ops/database-role.sql')
    .replace(/^\\.*$/gm, '')
    .replaceAll(":'password'", "'it is secret'")
  const superuser = await operatorsDatabase({ isSuperuser: true })
  onTestFinished(async () => {
    await superuser.close()
    await asSuperuser([`drop role if exists ${role}`])
  })
  await migrate(superuser.url, { directory: join(ROOT, 'migrations') })
  await superuser.query(async (db) => {
    await sql`create schema jobs`.execute(db)
    await sql`create table jobs.parted (id bigint generated always as identity, kind text) partition by list (kind)`.execute(
      db,
    )
    await sql`create table jobs.part partition of jobs.parted for values in ('x')`.execute(db)
    await sql`create type jobs.state as enum ('new')`.execute(db)
    // On one connection: after the first the superuser has no password any more.
    await db.connection().execute(async (connection) => {
      for (const _ of ['once', 'again']) await sql.raw(script).execute(connection)
    })
    const { rows } = await sql<{ owner: string }>`
      select distinct pg_get_userbyid(relowner) as owner from pg_class
      where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)`.execute(db)
    expect(rows).toEqual([{ owner: role }])
  })
  const url = new URL(superuser.url)
  Object.assign(url, { username: role, password: 'it is secret' })
  await migrate(url.href, { directory: join(ROOT, 'migrations') })
  const db = openDatabase(url.href, { poolSize: 1, applicationName: 'the application' })
  onTestFinished(() => db.destroy())
  const { rows } = await sql`
    select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user`.execute(db)
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }])
  await sql`alter table jobs.parted add column more int`.execute(db)
  await sql`drop function count_dial cascade`.execute(db)
})

test('the programs that the systemd units start exist', () => {
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
