import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

type CalloutKind = 'info' | 'warning' | 'error' | 'quiet' | 'ok'
const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert, quiet: Info, ok: CircleCheck }

interface CalloutProps {
  kind?: CalloutKind
  title?: string
  children?: ReactNode
  className?: string
}

/** A boxed remark. The `error` kind is the red box above a form and is read out at once. */
export function Callout({ kind = 'info', title, children, className }: CalloutProps) {
  const Icon = ICONS[kind]
  return (
    <div
      className={clsx('note', kind !== 'info' && `note--${kind}`, className)}
      role={kind === 'error' ? 'alert' : undefined}
    >
      <Icon />
      <div>
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
