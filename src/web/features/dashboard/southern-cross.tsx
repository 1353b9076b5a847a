import { SouthernCross as Stars } from '#web/ui/illustrations/southern-cross.tsx'

/** The five stars over the valley at night; the light theme leaves them out. Decoration only. */
export function SouthernCross({ className }: { className?: string }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -60 120 140" className={className} aria-hidden="true">
      <Stars transform="translate(0 -48) scale(.8)" />
    </svg>
  )
}
