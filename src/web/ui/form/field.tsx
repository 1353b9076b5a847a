import clsx from 'clsx'
import { CircleAlert, Eye, EyeOff, Search } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

/** What a control needs to belong to its field; spread it on the control. */
export interface FieldControl {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: string
  /** Adds "(Optional)" after the label. */
  optional?: boolean
  help?: ReactNode
  error?: string
  /** For links and tests that need a fixed id. */
  id?: string
  className?: string
  children: (control: FieldControl) => ReactNode
}

/**
 * Label, help, control and error, tied together for assistive tools:
 * `<Field label="Name" error={errors.name?.message}>{(control) => <Input {...control} {...register('name')} />}</Field>`
 */
export function Field({ label, optional, help, error, id, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const helpId = `${controlId}-help`
  const errorId = `${controlId}-error`
  const describedBy = [help && helpId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className={clsx('field', className)}>
      <label className="field__label" htmlFor={controlId} id={`${controlId}-label`}>
        {label}
        {optional && <span className="opt"> (Optional)</span>}
      </label>
      {help && (
        <span className="field__help" id={helpId}>
          {help}
        </span>
      )}
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {error && (
        <span className="field__error" id={errorId}>
          <CircleAlert />
          <span>{error}</span>
        </span>
      )}
    </div>
  )
}

/** A text box; place it in a `Field`. */
export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type={type} className={clsx('input', className)} />
}

/** Several lines of text; place it in a `Field`. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} rows={rows} className={clsx('input textarea', className)} />
}

interface PasswordInputProps extends ComponentProps<'input'> {
  /** What is typed here, for the button's name. */
  what?: 'password' | 'secret'
}

/** A password box with a button that shows what was typed. */
export function PasswordInput({ className, what = 'password', ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <span className="input-wrap input-wrap--end">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={clsx('input', className)}
      />
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={`${shown ? 'Hide' : 'Show'} ${what}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff /> : <Eye />}
      </Button>
    </span>
  )
}

/** A search box with its own label for assistive tools. */
export function SearchInput({ label, className, ...rest }: ComponentProps<'input'> & { label: string }) {
  return (
    <span className="input-wrap">
      <Search />
      <input {...rest} type="search" aria-label={label} className={clsx('input', className)} />
    </span>
  )
}
