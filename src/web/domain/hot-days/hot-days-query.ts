import { queryOptions } from '@tanstack/react-query'
import { hotDaysSchema } from '#contract/calls/hot-days.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The calls that are offered for very hot days, and whether this Cooee looks at forecasts at all. */
export function hotDaysQuery() {
  return queryOptions({
    queryKey: queryKeys.hotDays,
    queryFn: ({ signal }) => api.get(hotDaysSchema, '/api/hot-days', { signal }),
  })
}
