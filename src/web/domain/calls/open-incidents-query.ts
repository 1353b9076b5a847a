import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { OpenIncidentView } from '#contract/calls/incidents.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The incidents of the account that go on; below the calls, since what changes them is sent as a change of calls. */
const openIncidentsQuery = queryOptions({
  queryKey: queryKeys.openIncidents,
  queryFn: async ({ signal }) => {
    // Loaded here: the first screen is there without what is known of incidents.
    const { openIncidentSchema } = await import('#contract/calls/incidents.ts')
    return api.get(z.array(openIncidentSchema), '/api/incidents', { signal })
  },
})

/** Empty while it is not known. */
export function useOpenIncidents(): readonly OpenIncidentView[] {
  return useQuery(openIncidentsQuery).data ?? []
}
