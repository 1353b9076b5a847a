import clsx from 'clsx'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type Ref, useId, useRef, useState } from 'react'
import { Listbox, type ListOption, useListbox } from './listbox.tsx'

/** What every control takes that opens a choice. */
export interface PickerProps {
  value: string | undefined
  onChange: (value: string) => void
  /** What the choice is for; read out with it. */
  label: string
  placeholder?: string
  disabled?: boolean
  onBlur?: () => void
  name?: string
  className?: string
  id?: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  ref?: Ref<HTMLButtonElement>
}

export interface SelectProps extends PickerProps {
  options: readonly ListOption[]
  /** Before the chosen value. */
  icon?: LucideIcon
}

/** One choice from a short list, controlled: wrap it in a `Controller`. Letters jump to the option they begin. */
export function Select({
  options,
  value,
  onChange,
  label,
  placeholder = 'Select',
  icon: Icon,
  onBlur,
  className,
  ...rest
}: SelectProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const control = useRef<HTMLButtonElement>(null)
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild ref={control}>
        <button
          {...rest}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={listId}
          aria-label={rest.id ? undefined : label}
          className={clsx('select', Icon && 'select--lead', className)}
          onBlur={open ? undefined : onBlur}
          // The focus goes to the list once it is open. Taken at the press, a field that complains when it is left would move
          // this button from under the pointer, and no click would come of it.
          onMouseDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            setOpen(true)
          }}
        >
          {Icon && <Icon />}
          <span className={clsx(!chosen && 'muted')}>{chosen?.label ?? placeholder}</span>
          <ChevronDown />
        </button>
      </Popover.Trigger>
      {/* Inside the dialog or the page's main part, where screen readers search for what belongs to a control. */}
      <Popover.Portal
        container={control.current?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main')}
      >
        <SelectList
          listId={listId}
          label={label}
          options={options}
          value={value}
          onChoose={(next) => {
            onChange(next)
            setOpen(false)
          }}
        />
      </Popover.Portal>
    </Popover.Root>
  )
}

interface SelectListProps extends Pick<SelectProps, 'options' | 'value' | 'label'> {
  listId: string
  onChoose: (value: string) => void
}

function SelectList({ listId, label, options, value, onChoose }: SelectListProps) {
  const list = useListbox(listId, options, value, onChoose)
  const box = useRef<HTMLDivElement>(null)
  return (
    <Popover.Content
      role="presentation"
      className="pop pop--list pop--as-wide"
      align="start"
      sideOffset={6}
      collisionPadding={12}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        box.current?.focus()
      }}
    >
      <Listbox
        ref={box}
        id={listId}
        label={label}
        options={options}
        value={value}
        list={list}
        onChoose={onChoose}
        focusable
      />
    </Popover.Content>
  )
}
