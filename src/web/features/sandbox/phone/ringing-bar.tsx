import { PhoneIncoming } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SandboxPhone } from '#contract/admin/sandbox.ts'
import { Button } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { useSandboxMemory } from '../sandbox-memory.ts'
import { isRinging, STAGE_ID } from '../stage.tsx'
import { nameOf } from './phone-words.ts'
import { useRingingSound } from './ringing-sound.ts'

/** Says which phone rings; where that phone was scrolled away, it leads there. */
export function RingingBar({ phones }: { phones: readonly SandboxPhone[] }) {
  const ringing = phones.filter(isRinging)
  useRingingSound(useSandboxMemory().rings && ringing.length > 0)
  const [first] = ringing
  const isSeen = useStageInView(first !== undefined)
  return (
    <>
      <LiveRegion>{ringing.map((phone) => `${nameOf(phone)}’s phone is ringing.`).join(' ')}</LiveRegion>
      {first && !isSeen && (
        <div className="sb-ringing">
          <PhoneIncoming />
          <strong>
            {ringing.length === 1 ? `${nameOf(first)}’s phone is ringing` : `${ringing.length} phones are ringing`}
          </strong>
          <Button variant="outline" size="sm" onClick={goToPhone}>
            Go to the phone
          </Button>
        </div>
      )}
    </>
  )
}

/** Whether the phone on stage, which also names what rings beside it, can be seen. */
function useStageInView(isRinging: boolean): boolean {
  const [isSeen, setSeen] = useState(true)
  useEffect(() => {
    const stage = isRinging && document.getElementById(STAGE_ID)
    if (!stage) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true), { threshold: 0.75 })
    observer.observe(stage)
    return () => {
      observer.disconnect()
      setSeen(true)
    }
  }, [isRinging])
  return isSeen
}

function goToPhone(): void {
  const stage = document.getElementById(STAGE_ID)
  stage?.scrollIntoView({ block: 'nearest' })
  stage?.querySelector<HTMLElement>('[data-answer]')?.focus({ preventScroll: true })
}
