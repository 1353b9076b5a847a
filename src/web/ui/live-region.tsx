import type { ReactNode } from 'react'

/** Text for assistive tools only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}

/** Read out whenever its text changes: counters, "Saving…". Keep it mounted and change what is inside. */
export function LiveRegion({
  visible = false,
  className,
  children,
}: {
  visible?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <p role="status" className={visible ? className : 'sr-only'}>
      {children}
    </p>
  )
}
