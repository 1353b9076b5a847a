import { useRef } from 'react'
import { isLandline } from '#core/phone/is-landline.ts'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { replaceUser } from '#web/lib/session/session.ts'
import { putOffPhone } from '#web/lib/session/session-storage.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { ConfirmPhone, unverifiedText } from './confirm-phone.tsx'

interface PhoneVerificationProps {
  /** The saved one, in E.164. */
  phoneNumber: string
  isVerified: boolean
  /** It was saved a moment ago. */
  isNew?: boolean
}

/** Beside the account holder's number: whether our texts reach it, and the way to prove it. */
export function PhoneVerification({ phoneNumber, isVerified, isNew = false }: PhoneVerificationProps) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div className="span-2" ref={box} tabIndex={-1}>
      {isVerified ? (
        <Callout kind="ok" className="wrap-anywhere">
          Confirmed: our texts reach you on {shownPhone(phoneNumber)}.
        </Callout>
      ) : isLandline(phoneNumber) ? (
        <Callout kind="quiet">A landline can’t get texts. We’ll email you everything we’d text you.</Callout>
      ) : (
        <Callout kind="quiet" title="Confirm your mobile">
          <p className="wrap-anywhere">{unverifiedText(phoneNumber)}</p>
          {/* The focus was in the field of the code: it goes to what became of it. */}
          <ConfirmPhone sendsAtOnce={isNew} onConfirmed={() => box.current?.focus()} />
        </Callout>
      )}
    </div>
  )
}

/** Asks the account holder, kindly, to prove that our texts reach them, and says what happens otherwise. */
export function PhoneNotice({ phoneNumber }: Pick<PhoneVerificationProps, 'phoneNumber'>) {
  const user = useUser()
  function later() {
    leave()
    putOffPhone(phoneNumber)
    // Drawn again, the shell finds it put off.
    replaceUser({ ...user })
  }
  return (
    <Callout kind="quiet" title="Confirm your mobile" className="phone-notice">
      <p className="wrap-anywhere">{unverifiedText(phoneNumber)}</p>
      <ConfirmPhone
        onConfirmed={leave}
        beside={
          <Button variant="ghost" onClick={later}>
            Later
          </Button>
        }
      />
    </Callout>
  )
}

/** What has the focus goes with the notice. */
function leave() {
  document.getElementById('main')?.focus()
}
