import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode
}

/** On or off at once; the whole row is the target. Takes what a native checkbox takes, `register()` included. */
export function Switch({ children, className, ...rest }: SwitchProps) {
  return (
    <label className={clsx('switch', className)}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
      <input {...rest} type="checkbox" role="switch" className="switch__input" />
      <span className="switch__track" aria-hidden="true" />
      <span>{children}</span>
    </label>
  )
}
