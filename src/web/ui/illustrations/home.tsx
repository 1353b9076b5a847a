import { House } from './house.tsx'
import { RoundScene } from './round-scene.tsx'
import { SouthernCross } from './southern-cross.tsx'
import { Tree } from './tree.tsx'

/** The lit house beside the price. Decoration only; its colours follow the theme. */
export function Home({ className }: { className?: string }) {
  return (
    <RoundScene name="home" viewBox="0 0 420 230" size={[420, 230]} radius={115} className={className}>
      <SouthernCross transform="translate(96 40) scale(.5)" />
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
    </RoundScene>
  )
}
