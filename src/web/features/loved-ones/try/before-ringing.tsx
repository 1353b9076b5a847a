import { PhoneCall } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { lovedOnesPath } from '#web/domain/paths.ts'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { errorText } from '#web/lib/http/api-client.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { afterwardsPath } from './afterwards-path.ts'
import { TextNumber } from './text-number.tsx'
import { useRingNow } from './try-api.ts'

interface BeforeRingingProps {
  lovedOne: LovedOne
  onRinging: (callId: number) => void
}

/** Who should have the phone in hand, the number to save there, and the one button that rings now. */
export function BeforeRinging({ lovedOne, onRinging }: BeforeRingingProps) {
  const name = shortName(lovedOne.name)
  return (
    <Card className="card__body grid gap-5">
      <ol className="try-plan">
        <li>
          <div>
            <strong>{name} has the phone in hand</strong>
            <p className="muted">
              We ring {shownPhone(lovedOne.phoneNumber)}.{' '}
              <TextLink href={lovedOnesPath({ edit: lovedOne.id })}>Wrong number?</TextLink>
            </p>
          </div>
        </li>
        <li>
          <div className="grid gap-3">
            <strong>The phone knows who’s calling</strong>
            <SaveNumber lovedOneId={lovedOne.id} why={`Save it in ${name}’s phone, so it shows who’s calling.`} />
            <TextNumber lovedOne={lovedOne} />
          </div>
        </li>
        <li>
          <div>
            <strong>We ring, and you watch here</strong>
            <p className="muted">
              We say who’s calling, and ask {name} to press 1 if calls are all right, or 9 if not. It takes less than a
              minute.
            </p>
          </div>
        </li>
      </ol>
      <RingNow lovedOne={lovedOne} onRinging={onRinging}>
        <AppLink className={buttonClass({ variant: 'ghost', size: 'lg' })} href={afterwardsPath(lovedOne)}>
          Skip for now
        </AppLink>
      </RingNow>
    </Card>
  )
}

interface RingNowProps extends BeforeRingingProps {
  /** Another try, after one that found something. */
  isAgain?: boolean
  /** Beside the button. */
  children?: React.ReactNode
}

/** Rings at a press; says why where it does not. */
export function RingNow({ lovedOne, onRinging, isAgain = false, children }: RingNowProps) {
  const name = shortName(lovedOne.name)
  const { callsWaitForEmail, email } = useUser()
  const ring = useRingNow(lovedOne.id)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          size="lg"
          disabled={callsWaitForEmail}
          aria-describedby={callsWaitForEmail ? 'try-waits' : undefined}
          busy={ring.isPending}
          busyLabel="Ringing…"
          onClick={() => ring.mutate(undefined, { onSuccess: ({ id }) => onRinging(id) })}
        >
          <PhoneCall />
          {isAgain ? 'Ring again' : `Ring ${name} now`}
        </Button>
        {children}
      </div>
      {callsWaitForEmail && (
        <p id="try-waits" className="muted wrap-anywhere">
          First, please open the link we sent to {email}. Then we can ring.
        </p>
      )}
      {ring.isError && (
        <Callout kind="error">{errorText(ring.error, 'We couldn’t start the call. Please try again.')}</Callout>
      )}
    </div>
  )
}
