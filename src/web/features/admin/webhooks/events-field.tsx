import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { WEBHOOK_EVENTS } from '#contract/webhooks.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

interface EventsFieldProps {
  register: UseFormRegisterReturn
  error?: string
}

/** Which events a webhook is told of. */
export function EventsField({ register, error }: EventsFieldProps) {
  const errorId = useId()
  return (
    <fieldset className="field" aria-describedby={error ? errorId : undefined}>
      <legend className="field__label mb-1.5">Events</legend>
      <div className="wh-choices">
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} {...register} value={event} aria-invalid={error ? true : undefined}>
            <span className="mono">{event}</span>
          </Checkbox>
        ))}
      </div>
      {error && (
        <span className="field__error" id={errorId}>
          <CircleAlert />
          <span>{error}</span>
        </span>
      )}
    </fieldset>
  )
}
