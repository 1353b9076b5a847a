import { type ComponentProps, useId } from 'react'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { DialogCancel, ResponsiveDialog } from './dialog.tsx'

interface FormDialogProps
  extends Pick<ComponentProps<typeof ResponsiveDialog>, 'title' | 'description' | 'size' | 'hasChanges' | 'children'> {
  onClose: () => void
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** Something was typed or chosen. */
  onChange?: () => void
  submitLabel: string
  busyLabel: string
  busy: boolean
  variant?: ButtonVariant
  cancelLabel?: string
}

/** A dialog that is one form: what it asks for is sent by the button at its foot, or with Enter. */
export function FormDialog({
  onClose,
  onSubmit,
  onChange,
  submitLabel,
  busyLabel,
  busy,
  variant = 'primary',
  cancelLabel,
  children,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  return (
    <ResponsiveDialog
      {...dialog}
      open
      onOpenChange={onClose}
      footer={
        <>
          <DialogCancel>{cancelLabel}</DialogCancel>
          <Button variant={variant} type="submit" form={formId} busy={busy} busyLabel={busyLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={onSubmit} onChange={onChange}>
        {children}
      </form>
    </ResponsiveDialog>
  )
}
