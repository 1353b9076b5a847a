import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { formatDate } from '#core/format/dates.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'

/** Above every screen while the account is to be deleted: when, and the way to keep it. */
export function DeletionBar({ deleteAt }: { deleteAt: string }) {
  const { timezone } = useUser()
  const keep = useMutation({
    mutationFn: () => api.delete('/api/account/deletion'),
    onSuccess: async () => {
      toast.success('We’ve kept your account.')
      await verifySession()
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t keep your account. Please try again.')),
  })
  return (
    <section className="note note--error deletion-bar" aria-label="Account deletion">
      <TriangleAlert aria-hidden="true" />
      <p>We’ll delete this account on {formatDate(new Date(deleteAt), timezone)}.</p>
      <ForRight right="manage">
        <Button size="sm" busy={keep.isPending} busyLabel="One moment…" onClick={() => keep.mutate()}>
          Keep my account
        </Button>
      </ForRight>
    </section>
  )
}
