import { Kookaburra } from './kookaburra.tsx'
import { RoundScene } from './round-scene.tsx'
import { SouthernCross } from './southern-cross.tsx'

/** A kookaburra on the wire: nobody has been added yet. Decoration only; its colours follow the theme. */
export function KookaburraWire({ className }: { className?: string }) {
  return (
    <RoundScene
      name="kookaburra-wire"
      viewBox="-10 -4 380 232"
      size={[360, 220]}
      radius={110}
      className={className}
      above={
        <>
          <path
            d="M-4 168Q180 188 364 160"
            fill="none"
            stroke="var(--today-wire)"
            strokeWidth="3.5"
            strokeLinecap="round"
          />
          <Kookaburra transform="translate(78 -2)" />
        </>
      }
    >
      <SouthernCross transform="translate(292 34.8) scale(.42)" />
      <circle cx="106" cy="120" r="42" fill="var(--today-sun)" />
      <path d="M0 160c60-24 120-10 190-16s110-34 170-26v102H0Z" fill="var(--today-hill-far)" />
      <path d="M0 190c80-30 150-4 220-10s90-22 140-16v56H0Z" fill="var(--today-hill-mid)" />
    </RoundScene>
  )
}
