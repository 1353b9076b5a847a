import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactor as State } from '#contract/accounts/sign-in/second-factor.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { Loading } from '#web/ui/states.tsx'
import { secondFactorQuery } from './second-factor-query.ts'
import { SwitchOffDialog } from './switch-off-dialog.tsx'
import { SwitchOnDialog } from './switch-on-dialog.tsx'

const FEW_CODES = 3

/** A code from an authenticator app beside the password: switched on, off, and how it stands. */
export function SecondFactor() {
  const query = useQuery(secondFactorQuery)
  const [open, setOpen] = useState<'on' | 'off' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="card card__body" aria-labelledby="second-factor-heading">
      <h2 id="second-factor-heading" className="mb-2">
        Authenticator app
      </h2>
      <p className="muted">
        With an authenticator app on your phone, you also need a code to sign in. Someone who finds out your password
        still can’t get in.
      </p>
      {query.isPending && <Loading className="mt-5" shapes={[{ width: '9rem', height: '3rem' }]} />}
      {query.isError && !query.data && (
        <LoadFailure
          query={query}
          title="We couldn’t load this setting"
          hint={errorText(query.error, 'Please try again.')}
        />
      )}
      {query.data && <Standing state={query.data} onChange={setOpen} />}
      {open === 'on' && <SwitchOnDialog onClose={close} />}
      {open === 'off' && <SwitchOffDialog onClose={close} />}
    </section>
  )
}

function Standing({ state, onChange }: { state: State; onChange: (open: 'on' | 'off') => void }) {
  const { isOn, isRequired, recoveryCodesLeft } = state
  if (!isOn) {
    return (
      <div className="mt-5 grid gap-5">
        {isRequired && (
          <Callout kind="warning">The admin area opens to you once the authenticator app is switched on.</Callout>
        )}
        <div className="form-actions">
          <Button variant="primary" onClick={() => onChange('on')}>
            Switch on
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="mt-5 grid gap-5">
      <Callout kind={recoveryCodesLeft < FEW_CODES ? 'warning' : 'ok'} title="Switched on">
        {recoveryCodesLeft === 1
          ? 'You have 1 recovery code left.'
          : `You have ${recoveryCodesLeft} recovery codes left.`}
        {recoveryCodesLeft < FEW_CODES && ' To get new ones, switch the app off and on again.'}
      </Callout>
      <div className="form-actions">
        <Button onClick={() => onChange('off')}>Switch off</Button>
      </div>
    </div>
  )
}
