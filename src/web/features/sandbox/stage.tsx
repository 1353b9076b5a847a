import clsx from 'clsx'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { LiveCall, SandboxPhone } from '#contract/admin/sandbox.ts'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { CallScreen } from './phone/call-screen.tsx'
import { nameOf, roleOf } from './phone/phone-words.ts'
import { canReadAloud } from './phone/read-aloud.ts'
import { RingingScreen } from './phone/ringing-screen.tsx'
import { remember, useSandboxMemory } from './sandbox-memory.ts'

/** The element that the phone on stage is found by. */
export const STAGE_ID = 'phone-on-stage'

/** Whether Cooee rings this phone now. */
export function isRinging({ calls }: SandboxPhone): boolean {
  return calls.some(({ status, direction }) => status === 'ringing' && direction === 'outbound')
}

/** The phone at full size while it rings or is talked on. It stays until its call is over, unless `show` asks for another. */
export function useStage(phones: readonly SandboxPhone[]) {
  const [chosen, show] = useState<string | null>(null)
  const live = phones.filter(({ calls }) => calls.length > 0)
  const phone =
    live.find(({ number }) => number === chosen) ??
    live.find(({ calls }) => calls.some(({ isByHand }) => isByHand)) ??
    live.find(isRinging) ??
    live[0]
  if (phone && phone.number !== chosen) show(phone.number)
  return { phone, others: live.filter((other) => other !== phone), show }
}

interface StageProps {
  phone: SandboxPhone
  cooeesNumber: string
  /** Further phones that ring or are talked on. */
  others: readonly SandboxPhone[]
  onShow: (number: string) => void
}

/** A phone that rings or is talked on, whole on the screen. */
export function Stage({ phone, cooeesNumber, others, onShow }: StageProps) {
  const box = useRef<HTMLElement>(null)
  const { readsAloud } = useSandboxMemory()
  const name = nameOf(phone)
  const call = callOf(phone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every phone that comes on stage
  useEffect(() => comeIntoView(box.current), [phone.number])
  if (!call) return null
  const rings = call.status === 'ringing' && call.direction === 'outbound'
  return (
    <section
      ref={box}
      id={STAGE_ID}
      tabIndex={-1}
      className={clsx('sb-phone', rings && 'is-ringing', call.status === 'talking' && 'is-talking')}
      aria-label={`On the line: ${name}’s phone`}
    >
      <header className="sb-phone__head">
        <LovedOneAvatar id={Number(phone.number.slice(-4))} name={name.replace(/^\+/, '')} />
        <div className="min-w-0">
          <h2>{name}</h2>
          <p className="sb-phone__sub">
            <span className="num">{shownPhone(phone.number)}</span>
            {phone.owners.length > 0 && <span className="sb-phone__role"> {roleOf(phone)}</span>}
          </p>
        </div>
        {canReadAloud() && (
          <Button
            variant="ghost"
            icon
            aria-label="Read this call aloud"
            aria-pressed={readsAloud}
            onClick={() => remember({ readsAloud: !readsAloud })}
          >
            {readsAloud ? <Volume2 /> : <VolumeX />}
          </Button>
        )}
      </header>
      {others.length > 0 && (
        <ul className="sb-phone__others">
          {others.map((other) => (
            <li key={other.number}>
              <Button variant="secondary" size="sm" onClick={() => onShow(other.number)}>
                {nameOf(other)} {isRinging(other) ? 'is ringing' : 'is on the line'}
                <VisuallyHidden>: show the phone</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="sb-phone__screen">
        {rings ? (
          <RingingScreen call={call} name={name} cooeesNumber={cooeesNumber} />
        ) : (
          <CallScreen key={call.id} call={call} name={name} />
        )}
      </div>
    </section>
  )
}

/** Two calls at once: a person on one hears the other only afterwards. */
function callOf({ calls }: SandboxPhone): LiveCall | undefined {
  return calls.find(({ status }) => status === 'talking') ?? calls[0]
}

/** Shows the phone on stage, unless that would take away what is being typed: then a bar leads there. */
function comeIntoView(box: HTMLElement | null): void {
  if (!box || document.activeElement?.matches('input, textarea')) return
  const { top, bottom } = box.getBoundingClientRect()
  if (top < 0 || bottom > window.innerHeight) box.scrollIntoView({ block: 'nearest' })
}
