import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { whatACallSays } from '../scripts/what-a-call-says.ts'

const page = readFileSync(new URL('../docs/what-a-call-says.md', import.meta.url), 'utf8')

test('the page about what a call says is what a call says', () => {
  expect(page).toBe(whatACallSays())
})

test('nothing is said before a key that a stranger should not hear', () => {
  const withoutReminder = page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| The words, after a key'))
  expect(withoutReminder.join('\n')).not.toMatch(/tablet|medic|pill|dose/i)
})
