import { describe, expect, test } from 'vitest'
import { cyclesIn } from './cycles.ts'
import { importsOf, production, sources } from './sources.ts'

const paths = new Set(sources.map(({ path }) => path))
const within = production.filter(({ to }) => paths.has(to))

/**
 * Features whose folders still know each other in both directions: their folders are themes, not layers. A feature that is
 * not here has folders in an order, and a new one begins so.
 */
const FOLDERS_IN_BOTH_DIRECTIONS = ['accounts', 'incidents']

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

describe('the folders of a feature', () => {
  const feature = (path: string) => /^src\/server\/features\/([^/]+)\//.exec(path)?.[1]
  /** The folder in the feature; a file beside the folders, such as its `public.ts`, stands for itself. */
  const folderOfFeature = (path: string) => /^src\/server\/features\/[^/]+\/[^/]+/.exec(path)?.[0] ?? path
  const between = (arrows: typeof within) =>
    arrows
      .filter(({ from, to }) => feature(from) !== undefined && feature(from) === feature(to))
      .map(({ from, to }) => ({ from: folderOfFeature(from), to: folderOfFeature(to) }))
  const tangled = cyclesIn(between(within)).map(([first]) => feature(`${first}/`))

  test('the folders of a feature are in an order, except in the features that are listed', () => {
    expect(tangled.filter((name) => !FOLDERS_IN_BOTH_DIRECTIONS.includes(name ?? ''))).toEqual([])
  })

  test('a feature whose folders are in an order is not listed', () => {
    expect(FOLDERS_IN_BOTH_DIRECTIONS.filter((name) => !tangled.includes(name))).toEqual([])
  })

  test('two folders that know each other are found, and a folder that its feature’s own files use is not', () => {
    const planted = [
      { path: 'src/server/features/tea/public.ts', text: "export { boil } from './kettle/boil.ts'" },
      {
        path: 'src/server/features/tea/kettle/boil.ts',
        text: "import { Deps } from '../deps.ts'\nimport '../cup/pour.ts'",
      },
      { path: 'src/server/features/tea/cup/pour.ts', text: "import type { Water } from '../kettle/water.ts'" },
    ]
    const kettleAndCup = ['src/server/features/tea/cup', 'src/server/features/tea/kettle']
    expect(cyclesIn(between(planted.flatMap(importsOf)))).toEqual([kettleAndCup])
    expect(cyclesIn(between(planted.slice(0, 2).flatMap(importsOf)))).toEqual([])
  })
})
