import clsx from 'clsx'
import { X } from 'lucide-react'
import { AlertDialog, Dialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLeaveGuard } from '#web/lib/forms/leave-guard.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useFocusReturn } from './focus-return.ts'

interface ResponsiveDialogProps {
  open: boolean
  /** Asked to close: Esc, a tap beside the dialog, Cancel, the close button. */
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** `md` 720 px, `lg` 760 px at most. */
  size?: 'md' | 'lg'
  /** The form inside differs from what is saved: closing asks first, and so does the browser's Back. */
  hasChanges?: boolean
  /** `<DialogCancel />`, then the action. A submit button here names its form: `<Button type="submit" form={formId}>`. */
  footer?: ReactNode
  children: ReactNode
}

const shown = (text: ReactNode): ReactNode => (typeof text === 'string' ? keptTogether(text) : text)

/** What had the focus before the dialog opened; kept while one dialog takes the place of another (loading, then form). */
let opener: HTMLElement | null = null

function rememberOpener() {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && focused !== document.body && !focused.closest('[role=dialog]')) opener = focused
}

function giveFocusBack(event: Event) {
  event.preventDefault()
  if (document.querySelector('[role=dialog]')) return
  if (opener?.isConnected) opener.focus()
  opener = null
}

/** A centred dialog from 768 px, a bottom drawer below; keeps the focus inside and gives it back when it closes. */
export function ResponsiveDialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  hasChanges = false,
  footer,
  children,
}: ResponsiveDialogProps) {
  const [asking, setAsking] = useState(false)
  const focusReturn = useFocusReturn()
  const leaving = useLeaveGuard(hasChanges)
  function change(next: boolean) {
    if (!next && hasChanges) setAsking(true)
    else onOpenChange(next)
  }
  return (
    <Dialog.Root open={open} onOpenChange={change}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay">
          <Dialog.Content
            {...focusReturn}
            className={clsx('dialog', size === 'lg' && 'dialog--lg')}
            // A description is optional; without one Radix wants the attribute to be absent on purpose.
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={giveFocusBack}
            onInteractOutside={staysOpenForToasts}
          >
            <header className="dialog__head">
              <Dialog.Title asChild>
                <h2>{title}</h2>
              </Dialog.Title>
              {description && (
                <Dialog.Description asChild>
                  <p>{shown(description)}</p>
                </Dialog.Description>
              )}
            </header>
            <div className="dialog__body">{children}</div>
            {footer && <footer className="dialog__foot">{footer}</footer>}
            {/* Last in the document, so that opening the dialog focuses its first field. */}
            <Dialog.Close
              className={clsx(buttonClass({ variant: 'ghost', icon: true }), 'dialog__close')}
              aria-label="Close"
            >
              <X />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
      <ConfirmDialog
        open={asking || leaving.status === 'blocked'}
        onOpenChange={(next) => {
          setAsking(next)
          if (!next) leaving.reset?.()
        }}
        title="Discard your changes?"
        description="You haven’t saved what you changed here."
        cancelLabel="Keep editing"
        confirmLabel="Discard changes"
        onConfirm={() => {
          setAsking(false)
          if (leaving.status === 'blocked') leaving.proceed()
          else onOpenChange(false)
        }}
      />
    </Dialog.Root>
  )
}

/** Closes the dialog it stands in, as its close button does: unsaved changes are asked about first. */
export function DialogCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  return <Dialog.Close className={buttonClass()}>{children}</Dialog.Close>
}

/** A toast lies beside the dialog; putting it away is no wish to close the dialog. */
function staysOpenForToasts(event: Event) {
  if (event.target instanceof Element && event.target.closest('.toast-region')) event.preventDefault()
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the thing: "Cancel the call to June Murray?" */
  title: string
  description: ReactNode
  /** The safe choice, offered first: "Keep call". */
  cancelLabel: string
  confirmLabel: string
  onConfirm: () => void
  busy?: boolean
  busyLabel?: string
  /** Red action button; on unless said otherwise. */
  destructive?: boolean
}

/**
 * Asks before something that cannot be undone; the safe choice comes first. Stays open until the caller closes it. Where
 * `busy` is passed, a double click confirms once.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  cancelLabel,
  confirmLabel,
  onConfirm,
  busy,
  busyLabel,
  destructive = true,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  const isConfirmed = useRef(false)
  // Asked again, or given back after a failure.
  useEffect(() => {
    if (open && !busy) isConfirmed.current = false
  }, [open, busy])
  function confirm() {
    // The second press of a double click comes before the first is seen to be at work, or while the dialog fades.
    if (busy !== undefined && (isConfirmed.current || !open)) return
    isConfirmed.current = true
    onConfirm()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay">
          <AlertDialog.Content className="dialog dialog--alert" {...focusReturn}>
            <header className="dialog__head">
              <AlertDialog.Title asChild>
                <h2>{title}</h2>
              </AlertDialog.Title>
              <AlertDialog.Description asChild>
                <p>{shown(description)}</p>
              </AlertDialog.Description>
            </header>
            <footer className="dialog__foot">
              <AlertDialog.Cancel className={buttonClass()}>{cancelLabel}</AlertDialog.Cancel>
              <Button
                variant={destructive ? 'destructive' : 'primary'}
                busy={busy}
                busyLabel={busyLabel}
                onClick={confirm}
              >
                {confirmLabel}
              </Button>
            </footer>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
