import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { waitUntil } from '../../e2e/wait-until.ts'
import { aFreePort } from '../free-port.ts'
import { killTree, type Program, Workshop } from './programs.ts'

const PASSWORD = 'trial'
/** `loop_wait` of patroni.yml. */
const LOOP_WAIT_MS = 5_000
const NAMES = ['db-one', 'db-two'] as const
type Name = (typeof NAMES)[number]

/** Two PostgreSQL servers that Patroni keeps, with the configurations of ops/failover. */
export interface PatroniCluster {
  /** Both hosts, the first standby first. */
  url: string
  /** Through HAProxy. */
  proxyUrl: string
  workshop: Workshop
  /** The machine that takes writes now. */
  primary(): Promise<Name>
  /** As a machine that loses its power: Patroni and PostgreSQL of that machine. */
  kill9(name: Name): Promise<void>
  other(name: Name): Name
  /** Starts the machine again, which joins as a standby. */
  start(name: Name): Promise<void>
  /** Whether that machine says it is a standby which has everything. */
  isStreaming(name: Name): Promise<boolean>
  /** Changes settings of both, as `patronictl edit-config` does; resolves when the primary has them. */
  configure(settings: object): Promise<void>
  /** What pgBackRest says to a command on that machine. */
  archive(name: Name, command: readonly string[]): Promise<string>
  /** PgBouncer before HAProxy; returns the address behind it. */
  startPooler(mode: 'session' | 'transaction'): Promise<string>
  /** On the machine that takes writes. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>
  /** On one machine, as the superuser. */
  queryAt<Row extends pg.QueryResultRow>(name: Name, text: string): Promise<Row[]>
  stop(): Promise<void>
}

export async function startPatroniCluster({ isSynchronous }: { isSynchronous: boolean }): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cooee-failover-'))
  chmodSync(folder, 0o711)
  const workshop = new Workshop(folder)
  const etcd = await startEtcd(workshop)
  const machines = { 'db-one': await prepareMachine(workshop), 'db-two': await prepareMachine(workshop) }
  const configs = Object.fromEntries(
    NAMES.map((name) => [name, configureMachine(workshop, name, machines[name], { etcd, isSynchronous })]),
  ) as Record<Name, string>
  const repository = workshop.room('repository')
  const archives = Object.fromEntries(
    NAMES.map((name) => [name, configureArchive(workshop, name, machines[name], repository)]),
  ) as Record<Name, string>
  const programs: Partial<Record<Name, Program>> = {}
  const start = async (name: Name) => {
    programs[name] = workshop.start('patroni', [configs[name]], { PGBACKREST_CONFIG: archives[name] })
    await waitUntil(`${name} runs`, () => hasRole(machines[name].api, 'health'), { seconds: 90 })
  }
  await start('db-one')
  await waitUntil('db-one takes writes', () => hasRole(machines['db-one'].api, 'primary'), { seconds: 60 })
  await workshop.run(
    'psql',
    [
      '--host=127.0.0.1',
      `--port=${machines['db-one'].port}`,
      '--username=postgres',
      '--file',
      join(import.meta.dirname, '../../ops/failover/database.sql'),
    ],
    { PGPASSWORD: 'change-me-superuser', APP_PASSWORD: PASSWORD },
  )
  await start('db-two')
  await waitUntil('db-two receives', () => hasRole(machines['db-two'].api, isSynchronous ? 'sync' : 'replica'), {
    seconds: 90,
  })
  const proxyPort = await aFreePort()
  const at = (name: Name) => `127.0.0.1:${machines[name].port}`
  const proxy = workshop.configure('haproxy.cfg', {
    'bind 127.0.0.1:5000': `bind 127.0.0.1:${proxyPort}`,
    'db-one db-one:5432 maxconn 400 check port 8008': `db-one ${at('db-one')} maxconn 400 check port ${machines['db-one'].api}`,
    'db-two db-two:5432 maxconn 400 check port 8008': `db-two ${at('db-two')} maxconn 400 check port ${machines['db-two'].api}`,
  })
  workshop.start('haproxy', ['-db', '-f', proxy])
  const login = `postgres://cooee_app:${PASSWORD}@`
  const primary = async () => {
    for (const name of NAMES) if (await hasRole(machines[name].api, 'primary')) return name
    throw new Error('No machine takes writes')
  }
  const other = (name: Name): Name => (name === 'db-one' ? 'db-two' : 'db-one')
  const queryAt = async <Row extends pg.QueryResultRow>(name: Name, text: string) =>
    ask<Row>(`postgres://postgres:change-me-superuser@${at(name)}/cooee`, text)
  return {
    url: `${login}${at('db-two')},${at('db-one')}/cooee?target_session_attrs=read-write`,
    proxyUrl: `${login}127.0.0.1:${proxyPort}/cooee`,
    workshop,
    primary,
    other,
    start,
    async kill9(name) {
      // PostgreSQL is no child of its Patroni, so that it outlives a restart of it.
      const [postmaster = ''] = readFileSync(join(machines[name].room, 'data/postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(postmaster), 'SIGSTOP')
      await programs[name]?.kill9()
      killTree(Number(postmaster))
    },
    isStreaming: (name) => hasRole(machines[name].api, isSynchronous ? 'sync' : 'replica'),
    query: async (text) => queryAt(await primary(), text),
    queryAt,
    async configure(settings) {
      const { api } = machines[await primary()]
      await fetch(`http://127.0.0.1:${api}/config`, { method: 'PATCH', body: JSON.stringify(settings) })
      await pause(LOOP_WAIT_MS + 1_000)
    },
    archive: (name, command) =>
      workshop.run('pgbackrest', [`--config=${archives[name]}`, '--stanza=cooee', ...command]),
    async startPooler(mode) {
      const port = await aFreePort()
      const users = workshop.write('userlist.txt', `"cooee_app" "${PASSWORD}"\n`)
      const config = workshop.configure(`pgbouncer.${mode}.ini`, {
        'port=5000': `port=${proxyPort}`,
        'listen_port = 6432': `listen_port = ${port}\nunix_socket_dir =`,
        '/etc/pgbouncer/userlist.txt': users,
      })
      workshop.start('pgbouncer', [config])
      const url = `${login}127.0.0.1:${port}/cooee`
      await waitUntil('the pooler leads to the database', () => ask(url, 'select 1'))
      return url
    },
    async stop() {
      await workshop.stop()
      for (const { room } of Object.values(machines)) stopPostgres(join(room, 'data/postmaster.pid'))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function stopPostgres(pidFile: string): void {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (existsSync(`/proc/${pid}`)) killTree(pid)
}

async function startEtcd(workshop: Workshop): Promise<string> {
  const [clients, peers] = [await aFreePort(), await aFreePort()].map((port) => `http://127.0.0.1:${port}`)
  const room = workshop.room('etcd')
  workshop.start('etcd', [
    `--data-dir=${room}/data`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
  ])
  await waitUntil('etcd answers', async () => (await fetch(`${clients}/health`)).ok)
  return (clients ?? '').replace('http://', '')
}

async function prepareMachine(workshop: Workshop) {
  const [port, api] = [await aFreePort(), await aFreePort()]
  return { port, api, room: workshop.room(`machine-${port}`) }
}

function configureMachine(
  workshop: Workshop,
  name: Name,
  { port, api, room }: { port: number; api: number; room: string },
  { etcd, isSynchronous }: { etcd: string; isSynchronous: boolean },
): string {
  return workshop.configure(
    'patroni.yml',
    {
      'name: db-one': `name: ${name}`,
      'db-one:8008': `127.0.0.1:${api}`,
      'db-one:5432': `127.0.0.1:${port}`,
      'etcd-one:2379,etcd-two:2379,etcd-three:2379': etcd,
      'synchronous_mode: true': `synchronous_mode: ${isSynchronous}`,
      '/var/lib/postgresql/15/cooee': `${room}/data`,
      '/var/lib/postgresql/.patroni-pgpass': `${room}/pgpass`,
      // PostgreSQL's own folder for sockets belongs to the server that Debian installs.
      'archive_mode: "on"': `archive_mode: "on"\n        unix_socket_directories: '${room}'`,
    },
    `${name}.yml`,
  )
}

function configureArchive(
  workshop: Workshop,
  name: Name,
  { port, room }: { port: number; room: string },
  repository: string,
): string {
  return workshop.configure(
    'pgbackrest.conf',
    {
      'pg1-path=/var/lib/postgresql/15/cooee': `pg1-path=${room}/data\npg1-socket-path=${room}`,
      'pg1-port=5432': `pg1-port=${port}`,
      '/var/lib/pgbackrest': repository,
      'start-fast=y': `start-fast=y\nlog-level-file=off\nlock-path=${room}/lock\nspool-path=${room}/spool`,
    },
    `${name}-pgbackrest.conf`,
  )
}

/** Patroni's health checks: `primary`, `replica`, `sync` or `health` (docs: REST API). */
const hasRole = async (api: number, role: string): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${api}/${role}`).catch(() => null))?.ok ?? false

async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
