import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface CardProps {
  as?: 'div' | 'section' | 'article'
  className?: string
  children: ReactNode
}

/** A surface that holds content. Cards do not nest; use a sunken box (`bg-muted`) inside. `card__body` pads it. */
export function Card({ as: Box = 'div', className, children }: CardProps) {
  return <Box className={clsx('card', className)}>{children}</Box>
}

interface PanelProps {
  title: string
  /** Beside the title. */
  action?: ReactNode
  /** Under a rule; usually a `TextLink`. */
  footer?: ReactNode
  className?: string
  children: ReactNode
}

/** A card with a heading and perhaps a foot; named by its heading for assistive tools. */
export function Panel({ title, action, footer, className, children }: PanelProps) {
  const headingId = useId()
  return (
    <section className={clsx('card panel', className)} aria-labelledby={headingId}>
      <header className="panel__head">
        <h2 id={headingId}>{title}</h2>
        {action}
      </header>
      {children}
      {footer && <footer className="panel__foot">{footer}</footer>}
    </section>
  )
}

interface StatCardProps {
  label: string
  icon: LucideIcon
  /** A number, or words such as "Basic Plan". */
  value: ReactNode
  /** Words take the smaller figure style. */
  text?: boolean
  note?: ReactNode
  link?: ReactNode
}

/** One figure of the dashboard. */
export function StatCard({ label, icon: Icon, value, text, note, link }: StatCardProps) {
  return (
    <article className="card stat">
      <h2 className="stat__label">
        {label}
        <Icon />
      </h2>
      <p className={clsx('stat__value num', text && 'stat__value--text')}>{value}</p>
      {note && <p className="stat__note">{note}</p>}
      {link}
    </article>
  )
}
