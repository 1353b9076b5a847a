import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cyclesIn } from './cycles.ts'
import { importsOf, production, sources } from './sources.ts'

const paths = new Set(sources.map(({ path }) => path))
const within = production.filter(({ to }) => paths.has(to))

/**
 * Features whose rooms still know each other in both directions: their rooms are themes, not layers. A feature that is not
 * here has rooms in an order, and a new one begins so.
 */
const ROOMS_IN_BOTH_DIRECTIONS = [
  'accounts',
  'admin',
  'billing',
  'calls',
  'care',
  'check-ins',
  'incidents',
  'messages',
  'webhooks',
]

describe('no file imports itself round about', () => {
  test('what is shipped has no cycle, also where types alone are imported', () => {
    expect(cyclesIn(within)).toEqual([])
  })

  test('a planted cycle of types is found', () => {
    const planted = [
      { path: 'src/core/a.ts', text: "import type { B } from './b.ts'" },
      { path: 'src/core/b.ts', text: "export { c } from './deeper/c.ts'" },
      { path: 'src/core/deeper/c.ts', text: "import { a } from '#core/a.ts'\nimport { d } from '../d.ts'" },
      { path: 'src/core/d.ts', text: '' },
    ]
    expect(cyclesIn(planted.flatMap(importsOf))).toEqual([['src/core/a.ts', 'src/core/b.ts', 'src/core/deeper/c.ts']])
  })
})

describe('the rooms of a feature', () => {
  const feature = (path: string) => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1]
  const folders = within
    .filter(({ from, to }) => feature(from) !== undefined && feature(from) === feature(to))
    .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }))
  const tangled = cyclesIn(folders).map(([first]) => feature(`${first}/`))

  test('are in an order, but in the features that are named', () => {
    expect(tangled.filter((name) => !ROOMS_IN_BOTH_DIRECTIONS.includes(name ?? ''))).toEqual([])
  })

  test('a feature whose rooms are in an order is named no more', () => {
    expect(ROOMS_IN_BOTH_DIRECTIONS.filter((name) => !tangled.includes(name))).toEqual([])
  })
})
