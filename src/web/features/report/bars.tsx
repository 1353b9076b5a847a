import type { ReactNode } from 'react'

interface Bar {
  label: string
  value: number
  /** The figure as it is read. */
  shown: string
}

interface BarsProps {
  /** What the chart shows, in one sentence. */
  says: string
  bars: readonly Bar[]
  /** The same as a table. */
  children: ReactNode
}

/**
 * Bars with their figures beside them, told apart by words and never by colour. Assistive tools read
 * the sentence, and the table below, which everybody can open.
 */
export function Bars({ says, bars, children }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <>
      <div role="img" aria-label={says}>
        <ul className="bars" aria-hidden="true">
          {bars.map(({ label, value, shown }) => (
            <li key={label}>
              <span>{label}</span>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect x="0" y="0" width={Math.max(0.5, (value / most) * 100)} height="10" />
              </svg>
              <b className="num">{shown}</b>
            </li>
          ))}
        </ul>
      </div>
      <details className="as-table">
        <summary>As a table</summary>
        {children}
      </details>
    </>
  )
}
