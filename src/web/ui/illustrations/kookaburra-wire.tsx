import { Kookaburra } from './kookaburra.tsx'
import { SkyColours } from './sky.tsx'

/** A kookaburra on the wire: nobody has been added yet. Decoration only; its colours follow the theme. */
export function KookaburraWire({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="-10 -4 380 232"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <clipPath id="kookaburra-wire-ew">
          <rect x="0" y="0" width="360" height="220" rx="110" />
        </clipPath>
      </defs>
      <defs>
        <SkyColours id="kookaburra-wire-es" />
      </defs>
      <g clipPath="url(#kookaburra-wire-ew)">
        <rect width="360" height="220" fill="url(#kookaburra-wire-es)" />
        <g fill="var(--today-star)">
          <path d="M292 34.8l0.84 2.52 2.52 0.84-2.52 0.84-0.84 2.52-0.84-2.52-2.52-0.84 2.52-0.84Z" />
          <path d="M295.36 82.18l0.97 2.9 2.9 0.97-2.9 0.97-0.97 2.9-0.97-2.9-2.9-0.97 2.9-0.97Z" />
          <path d="M276.04 58.49l0.8 2.39 2.39 0.8-2.39 0.8-0.8 2.39-0.8-2.39-2.39-0.8 2.39-0.8Z" />
          <path d="M306.28 52.78l0.76 2.27 2.27 0.76-2.27 0.76-0.76 2.27-0.76-2.27-2.27-0.76 2.27-0.76Z" />
          <path d="M297.88 67.39l0.46 1.39 1.39 0.46-1.39 0.46-0.46 1.39-0.46-1.39-1.39-0.46 1.39-0.46Z" />
        </g>
        <circle cx="106" cy="120" r="42" fill="var(--today-sun)" />
        <path d="M0 160c60-24 120-10 190-16s110-34 170-26v102H0Z" fill="var(--today-hill-far)" />
        <path d="M0 190c80-30 150-4 220-10s90-22 140-16v56H0Z" fill="var(--today-hill-mid)" />
      </g>
      <path
        d="M-4 168Q180 188 364 160"
        fill="none"
        stroke="var(--today-wire)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
      <Kookaburra transform="translate(78 -2)" />
    </svg>
  )
}
