import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface ToggleProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode
}

/** A box to tick; the whole row is the target. Takes what a native checkbox takes, `register()` included. */
export function Checkbox({ children, className, ...rest }: ToggleProps) {
  return (
    <label className={clsx('check', className)}>
      <input {...rest} type="checkbox" className="check__input" />
      <span className="check__box" aria-hidden="true">
        <Check />
      </span>
      <span>{children}</span>
    </label>
  )
}

/** On or off at once; the whole row is the target. */
export function Switch({ children, className, ...rest }: ToggleProps) {
  return (
    <label className={clsx('switch', className)}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
      <input {...rest} type="checkbox" role="switch" className="switch__input" />
      <span className="switch__track" aria-hidden="true" />
      <span>{children}</span>
    </label>
  )
}
