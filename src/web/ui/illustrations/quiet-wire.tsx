import { RoundScene } from './round-scene.tsx'

/** A wire with nobody on it: no calls, no matches, or a failed load. Decoration only; its colours follow the theme. */
export function QuietWire({ className }: { className?: string }) {
  return (
    <RoundScene
      name="quiet-wire"
      viewBox="-8 -2 316 156"
      size={[300, 150]}
      radius={75}
      className={className}
      above={
        <>
          <g fill="none" stroke="var(--today-wire)" strokeWidth="3" strokeLinecap="round">
            <path d="M-4 74Q40 78 72 54" />
            <path d="M72 54Q150 92 228 54" />
            <path d="M228 54Q262 78 304 72" />
          </g>
          <path d="M72 138V46" stroke="var(--today-wire)" strokeWidth="5" strokeLinecap="round" />
          <path d="M56.36 58.88H87.64" stroke="var(--today-wire)" strokeWidth="4" strokeLinecap="round" />
          <path d="M228 134V46" stroke="var(--today-wire)" strokeWidth="5" strokeLinecap="round" />
          <path d="M213.04 58.32H242.96" stroke="var(--today-wire)" strokeWidth="4" strokeLinecap="round" />
        </>
      }
    >
      <circle cx="206" cy="84" r="26" fill="var(--today-sun)" />
      <path d="M0 106c60-24 110-6 160-8s90-26 140-18v70H0Z" fill="var(--today-hill-far)" />
      <path d="M0 132c70-24 130 2 180-4s80-16 120-12v34H0Z" fill="var(--today-hill-mid)" />
    </RoundScene>
  )
}
