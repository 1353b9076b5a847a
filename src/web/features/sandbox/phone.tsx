import clsx from 'clsx'
import type { PhoneText, SandboxPhone } from '#contract/sandbox.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { LovedOneAvatar } from '#web/domain/loved-one-avatar.tsx'
import { CallScreen } from './call-screen.tsx'
import { IdleScreen } from './idle-screen.tsx'
import { PhoneSettings } from './phone-settings.tsx'
import { nameOf, roleOf } from './phone-words.ts'
import { phoneElementId } from './ringing-bar.tsx'
import { RingingScreen } from './ringing-screen.tsx'

interface PhoneProps {
  phone: SandboxPhone
  cooeesNumber: string
  /** The newest first. */
  texts: readonly PhoneText[]
}

/** One phone: what is on its screen now, and under it what it does. */
export function Phone({ phone, cooeesNumber, texts }: PhoneProps) {
  const name = nameOf(phone)
  // Two calls at once: whoever is on one hears the other only afterwards.
  const call = phone.calls.find(({ status }) => status === 'talking') ?? phone.calls[0]
  const isRinging = call?.status === 'ringing' && call.direction === 'outbound'
  return (
    <article
      id={phoneElementId(phone.number)}
      className={clsx('sb-phone', isRinging && 'is-ringing', call?.status === 'talking' && 'is-talking')}
      aria-label={`${name}’s phone`}
    >
      <div className="sb-phone__body">
        <header className="sb-phone__head">
          <LovedOneAvatar id={Number(phone.number.slice(-4))} name={name.replace(/^\+/, '')} />
          <div className="min-w-0">
            <h3>{name}</h3>
            <p className="sb-phone__sub">
              <span className="num">{displayPhone(phone.number)}</span>
              {phone.owners.length > 0 && <span> {roleOf(phone)}</span>}
            </p>
          </div>
        </header>
        <div className="sb-phone__screen">
          {!call && <IdleScreen phone={phone} texts={texts} />}
          {call && isRinging && <RingingScreen call={call} name={name} cooeesNumber={cooeesNumber} />}
          {call && !isRinging && <CallScreen call={call} name={name} />}
        </div>
      </div>
      <PhoneSettings phone={phone} />
    </article>
  )
}
