import type { ReactNode } from 'react'
import { hasRight, type Right, WHO_MAY } from '#contract/accounts/rights.ts'
import { useUser } from '#web/lib/session/use-session.ts'

/** The rights that not every member has. */
type GivenRight = keyof typeof WHO_MAY

/** Whether the signed-in person may do it in the circle that is shown. The server asks again; a screen only does not offer it. */
export function useRight(right: Right): boolean {
  return hasRight(useUser().circle, right)
}

/** In place of what is not offered: who may do it. */
export function WhoMay({ right, className = '' }: { right: GivenRight; className?: string }) {
  return <p className={`muted ${className}`}>{WHO_MAY[right]}</p>
}

interface ForRightProps {
  right: GivenRight
  /** What others see: the line that says who may, or nothing where it stands nearby already. */
  otherwise?: ReactNode
  children: ReactNode
}

/** What needs a right, for those who have it. */
export function ForRight({ right, otherwise = <WhoMay right={right} />, children }: ForRightProps) {
  return useRight(right) ? children : otherwise
}
