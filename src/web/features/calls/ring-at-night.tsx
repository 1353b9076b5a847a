import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { zoneCity } from '#core/time-zones.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'

interface RingAtNightProps {
  name: string
  /** `02:15` on the loved one's clocks. */
  timeOfDay: string
  zone: string
  confirmLabel: string
  asksBy: AsksBy
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a phone rings between 21:00 and 7:00 where it is; the hour is in the question. */
export function RingAtNight({ name, timeOfDay, zone, confirmLabel, asksBy, onConfirm, onClose }: RingAtNightProps) {
  const time = formatTimeOfDay(timeOfDay)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${asksBy === 'text' ? 'Text' : 'Ring'} ${name} at ${time}?`}
      description={`It’s night where ${name} is (${zoneCity(zone)}). We’ll ${asksBy === 'text' ? 'text' : 'ring'} all the same.`}
      cancelLabel="Go back"
      confirmLabel={confirmLabel}
      destructive={false}
      onConfirm={onConfirm}
    />
  )
}
