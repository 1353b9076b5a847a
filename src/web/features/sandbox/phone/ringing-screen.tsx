import { useMutation } from '@tanstack/react-query'
import { Phone, PhoneOff } from 'lucide-react'
import type { LiveCall } from '#contract/admin/sandbox.ts'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { Button } from '#web/ui/button.tsx'
import { playing } from '../sandbox-api.ts'
import { useReported } from '../use-reported.ts'

/** A phone that rings: take it or decline it. */
export function RingingScreen({ call, name, cooeesNumber }: { call: LiveCall; name: string; cooeesNumber: string }) {
  const reported = useReported()
  const answer = useMutation({ mutationFn: () => playing.answer(call.id), ...reported })
  const decline = useMutation({ mutationFn: () => playing.hangUp(call.id), ...reported })
  const isBusy = answer.isPending || decline.isPending
  return (
    <div className="sb-ring">
      <div className="sb-ring__bell" aria-hidden="true">
        <span />
        <span />
        <Phone />
      </div>
      <p className="sb-ring__who">
        <strong>Cooee</strong>
        <span className="num">{shownPhone(cooeesNumber)}</span>
      </p>
      <div className="sb-ring__actions">
        <Button
          variant="destructive"
          disabled={isBusy}
          onClick={() => decline.mutate()}
          aria-label={`Decline the call on ${name}’s phone`}
        >
          <PhoneOff />
          Decline
        </Button>
        <Button
          variant="primary"
          data-answer
          disabled={isBusy}
          onClick={({ currentTarget }) => {
            // The button goes; the focus stays at this phone.
            currentTarget.closest('section')?.focus({ preventScroll: true })
            answer.mutate()
          }}
          aria-label={`Answer ${name}’s phone`}
        >
          <Phone />
          Answer
        </Button>
      </div>
    </div>
  )
}
