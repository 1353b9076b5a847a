import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

const alone = async () => {
  throw new Error('Nothing was left undone')
}

/** What was done, batch by batch; each batch ends when it is let go. */
function recorder() {
  const batches: number[][] = []
  let letGo: () => void = () => {}
  const run = (items: readonly number[]): Promise<number[]> => {
    batches.push([...items])
    return new Promise((resolve) => {
      letGo = () => resolve([])
    })
  }
  return { batches, run, letGo: () => letGo() }
}

test('the first is done at once, and what comes meanwhile is done together', async () => {
  const { batches, run, letGo } = recorder()
  const ask = inBatches(run, { alone })
  const first = ask(1)
  const others = [ask(2), ask(3)]
  expect(batches).toEqual([[1]])
  letGo()
  await first
  await expect.poll(() => batches).toEqual([[1], [2, 3]])
  letGo()
  await Promise.all(others)
})

test('those that wait for company are done together, and later ones in the next batch', async () => {
  const batches: number[][] = []
  const run = async (items: readonly number[]) => {
    batches.push([...items])
    return []
  }
  const ask = inBatches<number>(run, { alone, waitMs: 5 })
  await Promise.all([ask(1), ask(2)])
  await ask(3)
  expect(batches).toEqual([[1, 2], [3]])
})

test('an item that a batch leaves undone is run by itself, and nobody waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = inBatches<number>(async (items) => items.filter((item) => item === 1), { alone: () => promise })
  const one = ask(1)
  await ask(2)
  await ask(3)
  resolve()
  await one
})

test('one that fails does not spoil the others', async () => {
  const done: number[] = []
  const alone = async (item: number) => {
    if (item === 2) throw new Error('2 cannot be done')
    done.push(item)
  }
  const run = () => Promise.reject(new Error('They cannot be done together'))
  const ask = inBatches<number>(run, { alone, waitMs: 5 })
  const [one, two, three] = await Promise.allSettled([ask(1), ask(2), ask(3)])
  expect([one?.status, two?.status, three?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(done.sort()).toEqual([1, 3])
})
