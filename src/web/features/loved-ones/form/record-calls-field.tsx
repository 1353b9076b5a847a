import clsx from 'clsx'
import { useId } from 'react'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import type { LovedOneForm } from './loved-one-fields.tsx'

/** Whether the calls to this person are recorded, and what that means for the person who answers. */
export function RecordCallsField({ form, className }: { form: LovedOneForm; className?: string }) {
  const helpId = useId()
  return (
    <div className={clsx('field', className)}>
      <Switch {...form.register('recordCalls')} aria-describedby={helpId}>
        Record calls
      </Switch>
      <span className="field__help" id={helpId}>
        Once they’ve said yes, we say so at the start of each call. We keep a recording for {RECORDING_RETENTION_DAYS}{' '}
        days, then delete it. Only you can listen to it.
      </span>
    </div>
  )
}
