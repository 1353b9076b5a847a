import { useLocation } from 'wouter'
import { usePlanStanding } from '#web/domain/account/plan-standing.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'

// Few accounts ever see it. What could not be loaded is also on the Subscription screen.
const PlanNotice = lazyPart(
  async () => (await import('./plan-notice.tsx')).PlanNotice,
  () => null,
)

/** Above every screen but the Subscription screen, which says it itself: a trial that ends, a payment that failed. */
export function LazyPlanNotice() {
  const standing = usePlanStanding()
  const isSaidBelow = useLocation()[0].startsWith('/subscription')
  if (isSaidBelow || !standing || standing.kind === 'active' || standing.kind === 'off') return null
  return <PlanNotice standing={standing} />
}
