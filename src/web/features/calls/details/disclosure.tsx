import type { ReactNode } from 'react'

/** What the timeline summarises, in full on request. */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="disclosure">
      <summary className="px-5 md:px-6">{label}</summary>
      {children}
    </details>
  )
}
