import { planNews } from '#web/domain/account/plan-news.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { TextLink } from '#web/domain/text-link.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Callout } from '#web/ui/callout.tsx'

const KINDS = { quiet: 'quiet', soon: 'warning', now: 'error' } as const

/** What the account holder has to know of the plan, with the way out; nothing while all is well. */
export function PlanNotice({ standing }: { standing: PlanStanding }) {
  const now = useNow()
  const news = planNews(standing, now)
  if (!news) return null
  return (
    <Callout kind={KINDS[news.urgency]} title={news.title}>
      <p>{news.text}</p>
      <ForRight right="manage">
        <TextLink href="/subscription">{news.wayOut}</TextLink>
      </ForRight>
    </Callout>
  )
}
