import { planNotice } from '#web/domain/account/plan-notice.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { TextLink } from '#web/domain/text-link.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Callout } from '#web/ui/callout.tsx'

const KINDS = { quiet: 'quiet', soon: 'warning', now: 'error' } as const

/** What the account holder has to know of the plan, with the way out; nothing while all is well. */
export function PlanNotice({ standing }: { standing: PlanStanding }) {
  const now = useNow()
  const notice = planNotice(standing, now)
  if (!notice) return null
  return (
    <Callout kind={KINDS[notice.urgency]} title={notice.title}>
      <p>{notice.text}</p>
      <ForRight right="manage">
        <TextLink href="/subscription">{notice.wayOut}</TextLink>
      </ForRight>
    </Callout>
  )
}
