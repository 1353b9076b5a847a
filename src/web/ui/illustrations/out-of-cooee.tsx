import { Kookaburra } from './kookaburra.tsx'
import { SkyColours } from './sky.tsx'
import { Tree } from './tree.tsx'

/** The kookaburra calling into an empty valley: the page does not exist. Decoration only; its colours follow the theme. */
export function OutOfCooee({ className }: { className?: string }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox="0 0 560 300"
      preserveAspectRatio="xMidYMid meet"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <clipPath id="out-of-cooee-lw">
          <rect width="560" height="300" rx="48" />
        </clipPath>
      </defs>
      <defs>
        <SkyColours id="out-of-cooee-ls" />
      </defs>
      <g clipPath="url(#out-of-cooee-lw)">
        <rect width="560" height="300" fill="url(#out-of-cooee-ls)" />
        <g fill="var(--today-star)">
          <path d="M92 50l1.2 3.6 3.6 1.2-3.6 1.2-1.2 3.6-1.2-3.6-3.6-1.2 3.6-1.2Z" />
          <path d="M96.8 117.68l1.38 4.14 4.14 1.38-4.14 1.38-1.38 4.14-1.38-4.14-4.14-1.38 4.14-1.38Z" />
          <path d="M69.2 83.84l1.14 3.42 3.42 1.14-3.42 1.14-1.14 3.42-1.14-3.42-3.42-1.14 3.42-1.14Z" />
          <path d="M112.4 75.68l1.08 3.24 3.24 1.08-3.24 1.08-1.08 3.24-1.08-3.24-3.24-1.08 3.24-1.08Z" />
          <path d="M100.4 96.56l0.66 1.98 1.98 0.66-1.98 0.66-0.66 1.98-0.66-1.98-1.98-0.66 1.98-0.66Z" />
        </g>
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
      </g>
      <path d="M176 282V150" stroke="var(--today-wire)" strokeWidth="9" strokeLinecap="round" />
      <Kookaburra transform="translate(43 -8) scale(.92)" />
    </svg>
  )
}
