import { House } from './house.tsx'
import { SkyColours } from './sky.tsx'
import { Tree } from './tree.tsx'

/** The lit house beside the price. Decoration only; its colours follow the theme. */
export function Home({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 420 230"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <clipPath id="home-hw">
          <rect width="420" height="230" rx="115" />
        </clipPath>
      </defs>
      <defs>
        <SkyColours id="home-hm" />
      </defs>
      <g clipPath="url(#home-hw)">
        <rect width="420" height="230" fill="url(#home-hm)" />
        <g fill="var(--today-star)">
          <path d="M96 40l1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" />
          <path d="M100 96.4l1.15 3.45 3.45 1.15-3.45 1.15-1.15 3.45-1.15-3.45-3.45-1.15 3.45-1.15Z" />
          <path d="M77 68.2l0.95 2.85 2.85 0.95-2.85 0.95-0.95 2.85-0.95-2.85-2.85-0.95 2.85-0.95Z" />
          <path d="M113 61.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
          <path d="M103 78.8l0.55 1.65 1.65 0.55-1.65 0.55-0.55 1.65-0.55-1.65-1.65-0.55 1.65-0.55Z" />
        </g>
        <circle cx="128" cy="128" r="44" fill="var(--today-sun)" />
        <path d="M0 158c80-34 160-8 230-16s130-34 190-22v110H0Z" fill="var(--today-hill-far)" />
        <Tree transform="translate(86 176) scale(0.6 0.6)" />
        <path d="M0 196c100-36 190-10 260-16s110-26 160-16v66H0Z" fill="var(--today-hill-mid)" />
        <g fill="none" stroke="var(--today-sun)" strokeWidth="5" strokeLinecap="round">
          <path d="M182 76a104 104 0 0 1 156 0" />
          <path d="M202 92a76 76 0 0 1 116 0" />
        </g>
        <House transform="translate(260 182) scale(0.95)" />
        <Tree transform="translate(346 196) scale(0.95 0.95)" />
      </g>
    </svg>
  )
}
