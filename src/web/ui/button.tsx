import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'

export type ButtonVariant =
  | 'primary'
  | 'secondary'
  | 'outline'
  | 'ghost'
  | 'destructive'
  | 'danger-ghost'
  | 'wattle'
  | 'link'

export interface ButtonStyle {
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  /** Square, for a single icon; needs an `aria-label`. */
  icon?: boolean
  /** As wide as its container. */
  block?: boolean
}

/** The classes of a button, for links styled as one: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export function buttonClass({ variant = 'outline', size = 'md', icon, block }: ButtonStyle = {}): string {
  return clsx('btn', `btn--${variant}`, size !== 'md' && `btn--${size}`, icon && 'btn--icon', block && 'btn--block')
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** At work: shows a spinner, keeps the focus and ignores presses. */
  busy?: boolean
  /** The verb shown while busy, such as "Scheduling…". */
  busyLabel?: string
}

/** A button; `type="button"` unless said otherwise. A disabled one stays focusable, so that the reason beside it is found. */
export function Button({
  variant,
  size,
  icon,
  block,
  busy = false,
  busyLabel,
  disabled = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const inert = busy || disabled
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) {
      // Also keeps a disabled submit button from submitting.
      event.preventDefault()
      return
    }
    onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={clsx(buttonClass({ variant, size, icon, block }), className)}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      data-disabled={disabled || undefined}
      onClick={press}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

/** The turning ring of something at work; decoration, so say the same in words beside it. */
export function Spinner({ className }: { className?: string }) {
  return <span className={clsx('spin', className)} aria-hidden="true" />
}
