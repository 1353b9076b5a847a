import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryKeys, refreshAfterCallChange, refreshAfterLovedOneChange } from './query-keys.ts'

test.each([
  ['a call was saved', refreshAfterCallChange],
  ['a loved one was saved', refreshAfterLovedOneChange],
])('after %s, every list, the call itself and the dashboard figures are loaded again', async (_, refresh) => {
  const client = new QueryClient()
  const keys = [
    [...queryKeys.upcomingCalls, 'all'],
    [...queryKeys.recurringCalls, 5],
    [...queryKeys.callHistory, 'all', 'all'],
    queryKeys.call(11),
    queryKeys.dashboardStats,
    queryKeys.lovedOnes,
    [...queryKeys.activity, 'recent', 5],
  ]
  for (const key of keys) client.setQueryData(key, 'old')
  await refresh(client)
  expect(keys.filter((key) => !client.getQueryState(key)?.isInvalidated)).toEqual([])
})
