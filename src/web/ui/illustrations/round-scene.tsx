import type { ReactNode } from 'react'
import { SkyColours } from './sky.tsx'

interface RoundSceneProps {
  /** Unlike that of any other drawing on the screen. */
  name: string
  viewBox: string
  /** Width and height of the part under the sky, whose corners are round. */
  size: readonly [number, number]
  radius: number
  className?: string
  /** What stands before the scene and may reach over its edge. */
  above?: ReactNode
  children: ReactNode
}

/** A drawing under a sky with round corners. Decoration only. */
export function RoundScene({ name, viewBox, size: [width, height], radius, ...rest }: RoundSceneProps) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid meet"
      className={rest.className}
      aria-hidden="true"
    >
      <defs>
        <clipPath id={`${name}-shape`}>
          <rect width={width} height={height} rx={radius} />
        </clipPath>
        <SkyColours id={`${name}-sky`} />
      </defs>
      <g clipPath={`url(#${name}-shape)`}>
        <rect width={width} height={height} fill={`url(#${name}-sky)`} />
        {rest.children}
      </g>
      {rest.above}
    </svg>
  )
}
