import { PhoneIncoming } from 'lucide-react'
import type { SandboxPhone } from '#contract/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { nameOf } from './phone-words.ts'
import { useRingingSound } from './ringing-sound.ts'
import { useSandboxMemory } from './sandbox-memory.ts'

/** The element that a phone's card is found by. */
export const phoneElementId = (number: string) => `phone-${number.replace(/\D/g, '')}`

/** Says, wherever on the page one is, which phone rings, and leads there. */
export function RingingBar({ phones }: { phones: readonly SandboxPhone[] }) {
  const ringing = phones.filter(({ calls }) =>
    calls.some(({ status, direction }) => status === 'ringing' && direction === 'outbound'),
  )
  useRingingSound(useSandboxMemory().rings && ringing.length > 0)
  const [first] = ringing
  return (
    <>
      <LiveRegion>{ringing.map((phone) => `${nameOf(phone)}’s phone is ringing.`).join(' ')}</LiveRegion>
      {first && (
        <div className="sb-ringing">
          <PhoneIncoming />
          <strong>
            {ringing.length === 1 ? `${nameOf(first)}’s phone is ringing` : `${ringing.length} phones are ringing`}
          </strong>
          <Button variant="outline" size="sm" onClick={() => goToPhone(first.number)}>
            Go to the phone
          </Button>
        </div>
      )}
    </>
  )
}

function goToPhone(number: string): void {
  const card = document.getElementById(phoneElementId(number))
  card?.scrollIntoView({ block: 'center' })
  card?.querySelector<HTMLElement>('[data-answer]')?.focus({ preventScroll: true })
}
