import { createContext, type ReactNode, useContext } from 'react'

/** Whether who runs this Cooee charges for it. */
export const Charges = createContext(true)

/** What is only true where Cooee is paid for, and what stands there otherwise. */
export function IfCharged({ children, otherwise = null }: { children: ReactNode; otherwise?: ReactNode }) {
  return <>{useContext(Charges) ? children : otherwise}</>
}
