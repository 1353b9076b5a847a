import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rightsPage } from '../scripts/rights-page.ts'

test('the page of rights is what the table of rights says', () => {
  const page = readFileSync(new URL('../docs/rights.md', import.meta.url), 'utf8')
  expect(page, 'run `node scripts/rights-page.ts`').toBe(rightsPage())
})
