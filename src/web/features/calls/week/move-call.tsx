import { type FormEvent, useState } from 'react'
import { isNightTime } from '#core/calls/night.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TimePicker } from '#web/ui/form/time-picker.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { RingAtNight } from '../ring-at-night.tsx'
import { problemOf, useMoveCall, type WeekEntry } from './week-api.ts'

/** Rings one call at another time; the others of its schedule stay. */
export function MoveCall({ entry, onClose }: { entry: WeekEntry; onClose: () => void }) {
  const { name, timezone, asksBy } = entry
  const [initial] = useState(() => toWallClock(new Date(entry.at), timezone))
  const [form, setForm] = useState<{ date: string; timeOfDay: string }>(initial)
  const [isAsking, setAsking] = useState(false)
  const move = useMoveCall(entry)
  const today = toWallClock(new Date(), timezone)
  const problem = problemOf(move.error, 'scheduledTime')
  const failure = move.error && !problem ? move.error : null

  function send(confirmNight: boolean) {
    setAsking(false)
    const scheduledTime = toInstant(form.date, form.timeOfDay, timezone).toISOString()
    move.mutate({ scheduledTime, ...(confirmNight && { confirmNight }) }, { onSuccess: onClose })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isNightTime(form.timeOfDay)) setAsking(true)
    else send(false)
  }

  return (
    <>
      <FormDialog
        title="Move this call"
        description={`Only ${shortName(name)}’s call of ${callDateTime(entry.at, timezone)} rings at another time. All other calls stay as they are.`}
        hasChanges={form !== initial}
        onClose={onClose}
        onSubmit={submit}
        submitLabel="Move call"
        busy={move.isPending}
        busyLabel="Moving…"
      >
        <div className="grid gap-5">
          {failure && <SaveFailure text={failure.message} error={failure} />}
          <Field label="Date">
            {(control) => (
              <DatePicker
                {...control}
                label="Date"
                value={form.date}
                earliest={today.date}
                onChange={(date) => setForm({ ...form, date })}
              />
            )}
          </Field>
          <Field label="Time" error={problem}>
            {(control) => (
              <TimePicker
                {...control}
                label="Time"
                value={form.timeOfDay}
                {...(form.date === today.date && { earliest: today.timeOfDay })}
                onChange={(timeOfDay) => setForm({ ...form, timeOfDay })}
              />
            )}
          </Field>
        </div>
      </FormDialog>
      {isAsking && (
        <RingAtNight
          name={name}
          timeOfDay={form.timeOfDay}
          zone={timezone}
          confirmLabel="Move call"
          asksBy={asksBy}
          onConfirm={() => send(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
