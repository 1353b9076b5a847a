import clsx from 'clsx'
import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'

interface LazyTabPlaceholder {
  /** What is said where its code does not arrive. */
  failure: string
  className?: string
  /** Below the heading and the two placeholder fields while it is loading. */
  button?: ReactNode
}

/** A tab that is fetched when it is first opened. */
export function lazyTab<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failure: title, className, button }: LazyTabPlaceholder,
) {
  return lazyPart(
    load,
    (failure) => (
      <section className={clsx('card', className)}>
        <ErrorState small title={title} hint="Check your connection, then try again." {...failure} />
      </section>
    ),
    <section className={clsx('card card__body grid gap-5', className)}>
      <LoadingStatus />
      <Skeleton width="9rem" height="1.75rem" />
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
      {button}
    </section>,
  )
}
