import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { SECURITY_FAULTS } from './security/security-faults.ts'

const root = join(import.meta.dirname, '../..')
const FAULTS = [...PLANTED_FAULTS, ...SECURITY_FAULTS]

function textOf(file: string): string {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

test('every planted fault replaces a text that stands in its file exactly once', () => {
  const misplaced = FAULTS.filter(({ file, text }) => textOf(file).split(text).length !== 2)
  expect(misplaced.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

test('every planted fault names a test whose file exists', () => {
  expect(FAULTS.filter(({ test: { file } }) => textOf(file) === '').map(({ name }) => name)).toEqual([])
})
