import type { ReactNode } from 'react'

interface NewTabProps {
  href: string
  className?: string
  children: ReactNode
}

/** A link that leaves the sandbox open beside what it leads to: phones that wait for a person stop when it closes. */
export function NewTab({ href, className, children }: NewTabProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
