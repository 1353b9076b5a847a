import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Subscription } from '#contract/accounts/billing.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'

const MINUTE_MS = 60_000

/** Where an account stands with its plan, as the server says it. */
export type PlanStanding = Subscription['standing']

/** The standing and what is used of the plan. Changes are pushed; the polling only finds what was not. */
export const subscriptionQuery = queryOptions({
  queryKey: queryKeys.subscription,
  queryFn: async ({ signal }) => {
    // Loaded here: the first screen is there without what is known of plans.
    const { subscriptionSchema } = await import('#contract/accounts/billing.ts')
    return api.get(subscriptionSchema, '/api/subscription', { signal })
  },
  refetchInterval: MINUTE_MS,
})

/** The standing; undefined while it is not known. */
export function usePlanStanding(): PlanStanding | undefined {
  return useQuery(subscriptionQuery).data?.standing
}

/** Why what is scheduled is not placed: the plan, or an email that was not confirmed, of the reader or of the owner. */
export type Held = 'suspended' | 'email' | 'owners_email'

/** Why what is scheduled is not placed; null where it is. What is not known is not claimed. */
export function useSuspensionCause(): Held | null {
  const { callsWaitForEmail, circle } = useUser()
  const isSuspended = usePlanStanding()?.kind === 'suspended'
  if (callsWaitForEmail) return circle.role === 'owner' ? 'email' : 'owners_email'
  return isSuspended ? 'suspended' : null
}
