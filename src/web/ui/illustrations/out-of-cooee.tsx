import { Kookaburra } from './kookaburra.tsx'
import { RoundScene } from './round-scene.tsx'
import { SouthernCross } from './southern-cross.tsx'
import { Tree } from './tree.tsx'

/** The kookaburra calling into an empty valley: the page does not exist. Decoration only; its colours follow the theme. */
export function OutOfCooee({ className }: { className?: string }) {
  return (
    <RoundScene
      name="out-of-cooee"
      viewBox="0 0 560 300"
      size={[560, 300]}
      radius={48}
      className={className}
      above={
        <>
          <path d="M176 282V150" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
          <Kookaburra transform="translate(43 -8) scale(.92)" />
        </>
      }
    >
      <SouthernCross transform="translate(92 50) scale(.6)" />
      <circle cx="412" cy="150" r="52" fill="var(--today-sun)" />
      <path d="M0 196c90-36 170-10 260-22s190-52 300-34v160H0Z" fill="var(--today-hill-far)" />
      <Tree transform="translate(470 172) scale(0.55 0.55)" />
      <Tree transform="translate(500 168) scale(-0.42 0.42)" />
      <path d="M0 236c120-44 220 2 330-8s150-34 230-24v96H0Z" fill="var(--today-hill-mid)" />
      <g fill="none" stroke="var(--today-wall)" strokeWidth="6" strokeLinecap="round">
        <path d="M276 36a46 46 0 0 1 0 52" />
        <path d="M302 20a74 74 0 0 1 0 84" opacity=".75" />
        <path d="M328 6a100 100 0 0 1 0 112" opacity=".5" />
      </g>
      <path d="M0 270c150-30 260 10 560-8v38H0Z" fill="var(--today-hill-near)" />
    </RoundScene>
  )
}
