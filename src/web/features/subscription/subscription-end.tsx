import { useState } from 'react'
import { GRACE_DAYS } from '#core/plans/standing.ts'
import { dayOf } from '#web/domain/plan-days.ts'
import type { PlanStanding } from '#web/domain/plan-standing.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
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
  const until = periodEnd ? `on ${dayOf(periodEnd)}` : 'with the month that was last billed'
  return (
    <>
      <p className="muted num">
        It ends {until} if you cancel now. {periodEnd && 'Until then nothing changes.'}
      </p>
      {cancel.isError && <Callout kind="error">{updateFailure(cancel.error)}</Callout>}
      <Button variant="danger-ghost" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel your subscription?"
        description={`It ends ${until} and does not renew. Add-ons you changed this month are settled then. Calls go on until then and for ${GRACE_DAYS} days after we tell you that it has ended; then they are suspended. Nothing is deleted, and until it ends you can resume it here.`}
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
          ? `It ends on ${dayOf(cancelsAt)} and does not renew. Add-ons you changed this month are settled then. Calls go on for ${GRACE_DAYS} days after we tell you that it has ended; then they are suspended. If you resume, it renews on ${dayOf(cancelsAt)} as before.`
          : `It is cancelled and ends on ${dayOf(cancelsAt)}. The payment that failed is still open. If you resume and pay it, your subscription goes on.`}
      </p>
      {resume.isError && <Callout kind="error">{updateFailure(resume.error)}</Callout>}
      <Button variant="primary" busy={resume.isPending} busyLabel="Resuming…" onClick={() => resume.mutate()}>
        Resume subscription
      </Button>
    </>
  )
}
