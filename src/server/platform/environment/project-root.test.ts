import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './project-root.ts'

test('the root of the project is the folder of its package.json', () => {
  expect(projectRoot()).toBe(join(import.meta.dirname, '../../../..'))
})
