import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createQueryClient, POLL_MS } from '#web/lib/http/query-client.ts'
import { refresher } from './live-changes.ts'
import { queryKeys } from './query-keys.ts'

let client: ReturnType<typeof createQueryClient>
let loads: string[]
const leave: (() => void)[] = []
beforeEach(() => {
  client = createQueryClient()
  loads = []
})
afterEach(() => {
  for (const stop of leave.splice(0)) stop()
  client.clear()
})

/** A mounted screen shows what `queryKey` names. */
async function look(
  queryKey: QueryKey,
  options: { refetchInterval?: number | false; answer?: () => Promise<number> } = {},
) {
  const name = queryKey.join(' ')
  const { answer = async () => 1, ...rest } = options
  const queryFn = () => {
    loads.push(name)
    return answer()
  }
  const observer = new QueryObserver(client, { queryKey, queryFn, ...rest })
  await new Promise<void>((resolve) => {
    leave.push(observer.subscribe(({ isSuccess }) => isSuccess && resolve()))
  })
  loads = []
}

test('how a call stands concerns the calls alone', async () => {
  await look(queryKeys.upcomingCalls)
  await look(queryKeys.call(7))
  await look(queryKeys.lovedOnes)
  await refresher(client)(['calls'])
  expect(loads.sort()).toEqual(['calls one 7', 'calls upcoming'])
})

test('what is in the activity log concerns everything on the screen', async () => {
  await look(queryKeys.upcomingCalls)
  await look(queryKeys.lovedOnes)
  await refresher(client)(['activity'])
  expect(loads.sort()).toEqual(['calls upcoming', 'loved-ones'])
})

test('a form and the activity log do not change under the hands of who uses them', async () => {
  await look([...queryKeys.call(7), 'to-edit'], { refetchInterval: false })
  await look([...queryKeys.callHistory, 'far back'], { refetchInterval: 60_000 })
  await look(queryKeys.upcomingCalls, { refetchInterval: POLL_MS })
  await refresher(client)(['activity'])
  expect(loads).toEqual(['calls upcoming'])
})

test('what was shown before is loaded again when it is shown again', async () => {
  await look(queryKeys.upcomingCalls)
  for (const stop of leave.splice(0)) stop()
  await refresher(client)(['calls'])
  expect(loads).toEqual([])
  expect(client.getQueryState(queryKeys.upcomingCalls)?.isInvalidated).toBe(true)
})

test('a burst of changes is loaded once at a time, and never before its last change', async () => {
  const answers: (() => void)[] = []
  let isFirst = true
  await look(queryKeys.upcomingCalls, {
    answer: () => {
      if (isFirst) {
        isFirst = false
        return Promise.resolve(1)
      }
      return new Promise((resolve) => answers.push(() => resolve(1)))
    },
  })
  const refresh = refresher(client)
  const refreshed = refresh(['calls'])
  for (let change = 0; change < 10; change += 1) void refresh(['calls'])
  expect(loads).toHaveLength(1)
  answers.shift()?.()
  while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve))
  answers.shift()?.()
  await refreshed
  expect(loads).toHaveLength(2)
})

test('while somebody signs out, a change loads nothing: it would be refused', async () => {
  await look(queryKeys.upcomingCalls)
  const { promise, resolve } = Promise.withResolvers<void>()
  const signingOut = client
    .getMutationCache()
    .build(client, { mutationKey: queryKeys.signOut, mutationFn: () => promise })
    .execute(undefined)
  const refresh = refresher(client)
  await refresh(['calls'])
  expect(loads).toEqual([])
  resolve()
  await signingOut
  await refresh(['calls'])
  expect(loads).toEqual(['calls upcoming'])
})
