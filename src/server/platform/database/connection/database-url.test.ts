import { expect, test } from 'vitest'
import { describeDatabase, parseDatabaseUrl } from './database-url.ts'

const hostsOf = (text: string) => parseDatabaseUrl(text)?.hosts.map(({ host, port }) => `${host} ${port}`)

test.each([
  ['postgres://cooee:secret@db.example:6432/cooee', ['db.example 6432']],
  ['postgresql://cooee@db.example/cooee', ['db.example 5432']],
  ['postgres://cooee:p%40ss@one:5432,two:5433,three/cooee?sslmode=verify-full', ['one 5432', 'two 5433', 'three 5432']],
  ['postgres://cooee@[fd00::1]:5432,[fd00::2]/cooee', ['[fd00::1] 5432', '[fd00::2] 5432']],
  ['postgres://cooee@10.0.0.1,10.0.0.2:7000', ['10.0.0.1 5432', '10.0.0.2 7000']],
  ['postgres:///cooee?host=/var/run/postgresql', []],
  ['postgres://cooee:p@ss,w@one,two/cooee', ['one 5432', 'two 5432']],
])('%s names its hosts', (text, hosts) => {
  expect(hostsOf(text)).toEqual(hosts)
})

test.each([
  'mysql://cooee@one/cooee',
  'cooee',
  '',
  'postgres://cooee@one,/cooee',
  'postgres://cooee@one:99999/cooee',
  'postgres://cooee@one:port,two/cooee',
  'postgres://cooee@one two/cooee',
  'postgres://cooee@one,two/cooee?target_session_attrs=read-only',
])('%j is no address of a database that takes writes', (text) => {
  expect(parseDatabaseUrl(text)).toBeNull()
})

test('each host has an address of its own, with the same user, database and settings', () => {
  const address = parseDatabaseUrl(
    'postgres://cooee:p%40ss@one,two:5433/cooee?target_session_attrs=read-write&sslmode=verify-full',
  )
  expect(address?.hosts.map((host) => address.urlOf(host))).toEqual([
    'postgres://cooee:p%40ss@one:5432/cooee?sslmode=verify-full',
    'postgres://cooee:p%40ss@two:5433/cooee?sslmode=verify-full',
  ])
})

test.each([
  ['postgres://cooee@one/cooee', false],
  ['postgres://cooee@one/cooee?target_session_attrs=any', false],
  ['postgres://cooee@one/cooee?target_session_attrs=read-write', true],
  ['postgres://cooee@one/cooee?target_session_attrs=primary', true],
  ['postgres://cooee@one,two/cooee', true],
])('%s: only a machine that takes writes will do: %s', (text, needsPrimary) => {
  expect(parseDatabaseUrl(text)?.needsPrimary).toBe(needsPrimary)
})

test('a log names the database and its machines without the password', () => {
  expect(describeDatabase('postgres://cooee:secret@one,two:5433/care?sslmode=require')).toBe(
    'care at one:5432 or two:5433',
  )
  expect(describeDatabase('postgres://cooee:se@cret@one/care')).toBe('care at one:5432')
  expect(describeDatabase('postgres:///cooee?host=/run')).toBe('cooee at a socket of this machine')
  expect(describeDatabase('nonsense secret')).not.toContain('secret')
})
