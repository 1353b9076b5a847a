import { expect, test } from 'vitest'
import { callsRetry, dashboardRetry } from '#web/domain/calls/calls-queries.ts'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { createQueryClient } from './query-client.ts'

test('a query polls every 5 s and on focus, is fresh for 60 s and is not retried, unless it says otherwise', () => {
  expect(createQueryClient().getDefaultOptions().queries).toMatchObject({
    refetchInterval: 5000,
    refetchOnWindowFocus: true,
    staleTime: 60_000,
    retry: false,
  })
})

test('a request that changes something is never sent again by itself', () => {
  expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false)
})

test('the dashboard and the loved ones are tried twice more, the calls once after a second', () => {
  expect(dashboardRetry.retry).toBe(2)
  expect(lovedOnesQuery().retry).toBe(2)
  expect(callsRetry).toEqual({ retry: 1, retryDelay: 1000 })
})
