import clsx from 'clsx'
import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

export interface RowMenuItem {
  label: string
  /** Where two entries may have the same label. */
  id?: number
  icon?: LucideIcon
  onSelect: () => void
  /** Red, and set apart by a rule; keep it last. */
  destructive?: boolean
  disabled?: boolean
  /** Chosen now. */
  isCurrent?: boolean
}

interface RowMenuProps {
  /** Names the row: "Actions for June Murray". */
  label?: string
  items: readonly RowMenuItem[]
  /** Another button than the three dots. */
  button?: { className: string; content: ReactNode }
}

/** The three-dot button of a row and its menu. */
export function RowMenu({ label, items, button }: RowMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const chosen = useRef<RowMenuItem>(undefined)
  const [open, setOpen] = useState(false)
  return (
    // Drawn again when it opens: the sidebar's own menu is drawn before the landmark exists, and a container that changed
    // while it is open would replace the entry that is being pressed.
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        ref={trigger}
        className={button?.className ?? buttonClass({ variant: 'ghost', icon: true })}
        aria-label={label}
      >
        {button?.content ?? <EllipsisVertical />}
      </DropdownMenu.Trigger>
      {/* Inside the page's landmark, where screen readers search for what belongs to a row. */}
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={12}
          // A dialog that the choice opens gives the focus back to what had it: the button, not an entry that is gone.
          onCloseAutoFocus={() => {
            if (!chosen.current) return
            trigger.current?.focus()
            chosen.current.onSelect()
            chosen.current = undefined
          }}
        >
          {items.map((item, index) => (
            <Fragment key={item.id ?? item.label}>
              {item.destructive && index > 0 && <DropdownMenu.Separator className="menu__sep" />}
              <DropdownMenu.Item
                className={clsx('menu__item', item.destructive && 'menu__item--danger')}
                disabled={item.disabled}
                aria-current={item.isCurrent}
                onSelect={() => {
                  chosen.current = item
                }}
              >
                {item.icon && <item.icon />}
                {item.label}
              </DropdownMenu.Item>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
