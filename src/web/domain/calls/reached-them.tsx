import { PhoneCall } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'

/** Whether anything goes on about a call that "I’ve reached Margaret" would end. */
export function canBeResolved({ status, wasCancelled, isRefused, incident }: Call): boolean {
  if (status === 'in_progress') return !wasCancelled && !isRefused
  return status !== 'scheduled' && incident?.isOpen === true
}

/** "I’ve reached Margaret": ends further tries and alerts, with a note for the call's timeline. Nothing where nothing goes on. */
export function ReachedThem({ call, size }: { call: Call; size?: 'sm' }) {
  // Fetched when it is asked for: the dashboard has no other dialog.
  const [part, setPart] = useState<typeof import('./reached-dialog.tsx') | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const mayResolve = useRight('care')
  if (!mayResolve) return null
  if (!canBeResolved(call) && !isAsking && failure === null) return null
  const ask = async () => {
    setFailure(null)
    try {
      setPart(await import('./reached-dialog.tsx'))
      setAsking(true)
    } catch {
      setFailure('We couldn’t load this form. Check your connection, then try again.')
    }
  }
  return (
    <>
      <Button {...(size && { size })} onClick={() => void ask()}>
        <PhoneCall />
        <span>
          I’ve reached {shortName(call.lovedOne.name)}
          <VisuallyHidden> (the call to {call.lovedOne.name})</VisuallyHidden>
        </span>
      </Button>
      {failure !== null &&
        (part ? (
          <part.RowFailure text={failure} onClose={() => setFailure(null)} />
        ) : (
          <span role="alert">{failure}</span>
        ))}
      {part && isAsking && <part.ReachedDialog call={call} onFailure={setFailure} onClose={() => setAsking(false)} />}
    </>
  )
}
