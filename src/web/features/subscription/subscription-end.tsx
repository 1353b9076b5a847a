import { useState } from 'react'
import { LAPSE_NOTICE_DAYS } from '#core/plans/standing.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'
import type { PlanStanding } from '#web/domain/account/plan-standing.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { endOf } from './plan-view.ts'
import { updateFailure, useEndSubscription } from './subscription-api.ts'

/** Cancelling with the month that is paid for, and taking that back. */
export function SubscriptionEnd({ standing }: { standing: PlanStanding }) {
  const cancelsAt = endOf(standing)
  const periodEnd = standing.kind === 'active' ? standing.renewsAt : null
  return (
    <section className="grid justify-items-start gap-3" aria-labelledby="ending">
      <h2 id="ending">{cancelsAt ? 'Your subscription ends' : 'Cancel subscription'}</h2>
      {cancelsAt ? (
        <Resume cancelsAt={cancelsAt} isPaid={standing.kind === 'active'} />
      ) : (
        <Cancel periodEnd={periodEnd} />
      )}
    </section>
  )
}

function Cancel({ periodEnd }: { periodEnd: string | null }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useEndSubscription('cancel')
  const until = periodEnd ? `on ${dayOf(periodEnd)}` : 'with the month we last billed'
  return (
    <>
      <p className="muted num">
        If you cancel now, it ends {until}. {periodEnd && 'Until then nothing changes.'}
      </p>
      {cancel.isError && <Callout kind="error">{updateFailure(cancel.error)}</Callout>}
      <Button variant="danger-ghost" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel your subscription?"
        description={`It ends ${until} and won’t renew. We’ll settle add-ons you changed this month then. We keep making your calls until then, and for ${LAPSE_NOTICE_DAYS} days after we email you that it has ended. Then we suspend them. Nothing is deleted, and you can resume here until it ends.`}
        cancelLabel="Keep subscription"
        confirmLabel="Cancel subscription"
        busy={cancel.isPending}
        busyLabel="Cancelling…"
        onConfirm={() => cancel.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}

function Resume({ cancelsAt, isPaid }: { cancelsAt: string; isPaid: boolean }) {
  const resume = useEndSubscription('resume')
  return (
    <>
      <p className="num">
        {isPaid
          ? `It ends on ${dayOf(cancelsAt)} and won’t renew. We’ll settle add-ons you changed this month then. We keep making your calls for ${LAPSE_NOTICE_DAYS} days after we email you that it has ended, then suspend them. If you resume, it renews on ${dayOf(cancelsAt)} as before.`
          : `You’ve cancelled it, and it ends on ${dayOf(cancelsAt)}. The failed payment is still open. Resume and pay it to keep your subscription.`}
      </p>
      {resume.isError && <Callout kind="error">{updateFailure(resume.error)}</Callout>}
      <Button variant="primary" busy={resume.isPending} busyLabel="Resuming…" onClick={() => resume.mutate()}>
        Resume subscription
      </Button>
    </>
  )
}
