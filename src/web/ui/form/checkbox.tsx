import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  children: ReactNode
}

/** One of several that may be chosen; the whole row is the target. Takes what a native checkbox takes, `register()` included. */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
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
