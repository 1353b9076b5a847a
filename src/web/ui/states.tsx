import clsx from 'clsx'
import { RefreshCw } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { Button } from './button.tsx'
import { QuietWire } from './illustrations/quiet-wire.tsx'

interface EmptyStateProps {
  title: string
  /** One helpful line. */
  children?: ReactNode
  illustration?: ReactNode
  /** One button. */
  action?: ReactNode
  /** Inside a panel. */
  small?: boolean
  headingLevel?: 'h2' | 'h3'
}

/** Nothing to show, said kindly. The illustration takes `className="illus"`. */
export function EmptyState({
  title,
  children,
  illustration,
  action,
  small,
  headingLevel: Heading = 'h2',
}: EmptyStateProps) {
  // Under the heading of its panel a line that stands alone heads nothing.
  const isRemark = small && !children && !action
  return (
    <div className={clsx('empty', small && 'empty--small')}>
      {illustration ?? <QuietWire className="illus" />}
      {isRemark ? <p>{title}</p> : <Heading className={clsx(small && 'empty__title')}>{title}</Heading>}
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

interface ErrorStateProps {
  title: string
  hint?: ReactNode
  onRetry: () => void
  retryLabel?: string
  retrying?: boolean
  small?: boolean
  headingLevel?: 'h2' | 'h3'
}

/** Stands where the part that failed to load would be; the rest of the page stays usable. */
export function ErrorState({
  title,
  hint,
  onRetry,
  retryLabel = 'Try again',
  retrying,
  small,
  headingLevel: Heading = 'h2',
}: ErrorStateProps) {
  return (
    <div className={clsx('empty', small && 'empty--small')} role="alert">
      <QuietWire className="illus" />
      <Heading className={clsx(small && 'empty__title')}>{title}</Heading>
      {hint && <p>{hint}</p>}
      <Button variant={small ? 'outline' : 'primary'} onClick={onRetry} busy={retrying}>
        {!retrying && <RefreshCw />}
        {retryLabel}
      </Button>
    </div>
  )
}

interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  /** A circle or a pill. */
  round?: boolean
  className?: string
}

/** A grey shape where content will be. Put one `<LoadingStatus>` beside a group of them. */
export function Skeleton({ width = '100%', height = '1.25rem', round, className }: SkeletonProps) {
  return (
    <span
      className={clsx('skel', className)}
      style={{ width, height, ...(round && { borderRadius: 999 }) }}
      aria-hidden="true"
    />
  )
}

interface LoadingProps {
  /** What is loading, for a screen reader. */
  children?: ReactNode
  className?: string
  /** The lines that will be there, from above. */
  shapes: readonly Pick<SkeletonProps, 'width' | 'height'>[]
}

/** A part of a screen while it is loading. */
export function Loading({ children, className, shapes }: LoadingProps) {
  return (
    <div className={className}>
      <LoadingStatus>{children}</LoadingStatus>
      {shapes.map((shape, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes of a part never change places
        <Skeleton key={place} {...shape} />
      ))}
    </div>
  )
}

/** Says to a screen reader that something is loading. */
export function LoadingStatus({ children = 'Loading…' }: { children?: ReactNode }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
