import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { askedTogether } from './asked-together.ts'

test('look-ups of one tick are made together, each key a single time', async () => {
  const queries: (readonly string[])[] = []
  const ask = askedTogether(async (keys: readonly string[]) => {
    queries.push(keys)
    return (key) => (key === 'nobody' ? undefined : `the answer to ${key}`)
  })
  const answers = await Promise.all([ask('one'), ask('two'), ask('one'), ask('nobody')])
  expect(answers).toEqual(['the answer to one', 'the answer to two', 'the answer to one', undefined])
  expect(queries).toEqual([['one', 'two', 'nobody']])
})

test('a question during a running lookup is answered by one that begins later', async () => {
  let state = 'signed in'
  const gates: PromiseWithResolvers<void>[] = []
  const ask = askedTogether(async () => {
    const seen = state
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return () => seen
  })
  const before = ask('jane')
  await setImmediate()
  state = 'signed out'
  const after = ask('jane')
  await setImmediate()
  for (const gate of gates) gate.resolve()
  expect(await before).toBe('signed in')
  expect(await after).toBe('signed out')
})

test('a lookup that fails fails for all who waited for it, and for nobody else', async () => {
  let isBroken = true
  const ask = askedTogether(async () => {
    if (isBroken) throw new Error('no connection')
    return () => 'here'
  })
  const outcomes = await Promise.allSettled([ask('one'), ask('two')])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await ask('one')).toBe('here')
})
