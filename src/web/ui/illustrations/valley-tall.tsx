import { House } from './house.tsx'
import { Kookaburra } from './kookaburra.tsx'
import { SkyColours } from './sky.tsx'
import { SouthernCross } from './southern-cross.tsx'
import { Tree } from './tree.tsx'

/** The tall valley beside the sign-in forms. Decoration only; its colours follow the theme. `landOnly` leaves out the sky and its colour. */
export function ValleyTall({ className, landOnly = false }: { className?: string; landOnly?: boolean }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={landOnly ? '0 440 760 560' : '0 0 760 1000'}
      preserveAspectRatio={landOnly ? 'xMidYMax meet' : 'xMidYMax slice'}
      className={className}
      aria-hidden="true"
    >
      <defs>
        <SkyColours id="valley-tall-ps" />
      </defs>
      {!landOnly && <rect width="760" height="1000" fill="url(#valley-tall-ps)" />}
      <SouthernCross transform="translate(560 150)" />
      <g fill="var(--today-star)">
        <path d="M120 325.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
        <path d="M330 296.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
        <path d="M660 416l1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" />
        <path d="M440 86.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
      </g>
      <circle cx="250" cy="560" r="96" fill="var(--today-sun)" />
      <path d="M0 648c110-50 220-20 330-22s250-76 430-40v414H0Z" fill="var(--today-hill-far)" />
      <Tree transform="translate(96 628) scale(0.62 0.62)" />
      <Tree transform="translate(138 624) scale(-0.5 0.5)" />
      <path d="M0 744c140-60 260 6 390-10s200-74 370-66v332H0Z" fill="var(--today-hill-mid)" />
      <g fill="none" stroke="var(--today-sun)" strokeWidth="6" strokeLinecap="round">
        <path d="M452 566a134 134 0 0 1 226 0" />
        <path d="M484 582a98 98 0 0 1 162 0" />
      </g>
      <House transform="translate(565 672) scale(1.08)" />
      <Tree transform="translate(668 684) scale(1.1 1.1)" />
      <Tree transform="translate(436 714) scale(-0.85 0.85)" />
      <path d="M0 836c180-50 330 20 480 12s190-40 280-34v186H0Z" fill="var(--today-hill-near)" />
      <g fill="none" stroke="var(--today-wire)" strokeWidth="3">
        <path d="M-20 770Q36 790 92 756" />
        <path d="M92 756Q260 850 430 770" />
        <path d="M430 770Q480 740 512 652" />
      </g>
      <path d="M92 900V736" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
      <path d="M64.12 758.96H119.88" stroke="var(--today-wire)" strokeWidth="7.2" strokeLinecap="round" />
      <path d="M430 880V756" stroke="var(--today-wire)" strokeWidth="7.5" strokeLinecap="round" />
      <path d="M408.92 773.36H451.08" stroke="var(--today-wire)" strokeWidth="6" strokeLinecap="round" />
      <Kookaburra transform="translate(118 646) scale(.92)" />
      <path d="M0 930c160-40 320 24 480 12s190-26 280-16v74H0Z" fill="var(--today-hill-deep)" />
    </svg>
  )
}
