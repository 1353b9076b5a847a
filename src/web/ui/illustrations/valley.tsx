import { useId } from 'react'
import { House } from './house.tsx'
import { Kookaburra } from './kookaburra.tsx'
import { SkyColours } from './sky.tsx'
import { SouthernCross } from './southern-cross.tsx'
import { Tree } from './tree.tsx'

interface ValleyProps {
  className?: string
  /** Which part stays when all of it does not fit: the middle, else the right with the house. */
  keep?: 'middle' | 'right'
  /** With a kookaburra on the first pole. */
  kookaburra?: boolean
}

/** The wide valley: sun, house and wire. Decoration only; its colours follow the theme. */
export function Valley({ className, keep = 'right', kookaburra = false }: ValleyProps) {
  const sky = useId()
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 1440 760"
      preserveAspectRatio={keep === 'middle' ? 'xMidYMax slice' : 'xMaxYMax slice'}
      className={className}
      aria-hidden="true"
    >
      <defs>
        <SkyColours id={sky} />
      </defs>
      <rect width="1440" height="760" fill={`url(#${sky})`} />
      <SouthernCross transform="translate(1190 110)" />
      <g fill="var(--today-star)">
        <path d="M180 85.2l1.2 3.6 3.6 1.2-3.6 1.2-1.2 3.6-1.2-3.6-3.6-1.2 3.6-1.2Z" />
        <path d="M520 56l1 3 3 1-3 1-1 3-1-3-3-1 3-1Z" />
        <path d="M760 125.2l1.2 3.6 3.6 1.2-3.6 1.2-1.2 3.6-1.2-3.6-3.6-1.2 3.6-1.2Z" />
        <path d="M930 66.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
        <path d="M1360 215.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
        <path d="M660 236.4l0.9 2.7 2.7 0.9-2.7 0.9-0.9 2.7-0.9-2.7-2.7-0.9 2.7-0.9Z" />
      </g>
      <circle cx="842" cy="398" r="88" fill="var(--today-sun)" />
      <path
        d="M0 492C150 436 300 452 470 470c180 20 300-62 480-58 170 4 310-48 490-30v378H0Z"
        fill="var(--today-hill-far)"
      />
      <Tree transform="translate(640 474) scale(0.62 0.62)" />
      <Tree transform="translate(684 470) scale(-0.5 0.5)" />
      <Tree transform="translate(1398 404) scale(0.7 0.7)" />
      <path
        d="M0 566c210-46 380 12 570 4 210-8 330-96 520-92 150 4 240 40 350 18v264H0Z"
        fill="var(--today-hill-mid)"
      />
      <g fill="none" stroke="var(--today-sun)" strokeWidth="6" strokeLinecap="round">
        <path d="M1034 388a134 134 0 0 1 226 0" />
        <path d="M1066 404a98 98 0 0 1 162 0" />
      </g>
      <House transform="translate(1147 486) scale(1.05)" />
      <Tree transform="translate(1256 500) scale(1.15 1.15)" />
      <Tree transform="translate(1300 506) scale(-0.8 0.8)" />
      <Tree transform="translate(1020 494) scale(-0.85 0.85)" />
      <path d="M0 640c190-44 380 14 640 30 260 14 470-62 800-22v112H0Z" fill="var(--today-hill-near)" />
      <g fill="none" stroke="var(--today-wire)" strokeWidth="2.6">
        <path d="M-20 560Q120 640 236 548" />
        <path d="M236 548Q430 646 640 566" />
        <path d="M640 566Q790 590 900 520" />
        <path d="M900 520Q1010 520 1096 452" />
      </g>
      <path d="M236 690V524" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
      <path d="M207.78 547.24H264.22" stroke="var(--today-wire)" strokeWidth="7.2" strokeLinecap="round" />
      <path d="M640 684V546" stroke="var(--today-wire)" strokeWidth="7.5" strokeLinecap="round" />
      <path d="M616.54 565.32H663.46" stroke="var(--today-wire)" strokeWidth="6" strokeLinecap="round" />
      <path d="M900 600V508" stroke="var(--today-wire)" strokeWidth="5.5" strokeLinecap="round" />
      <path d="M884.36 520.88H915.64" stroke="var(--today-wire)" strokeWidth="4.4" strokeLinecap="round" />
      {kookaburra && <Kookaburra transform="translate(306 466) scale(.78)" />}
      <path d="M0 712c240-34 500 30 760 18 270-12 470-34 680-12v42H0Z" fill="var(--today-hill-deep)" />
    </svg>
  )
}
