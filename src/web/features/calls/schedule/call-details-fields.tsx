import { MessageCircleHeart, Phone, Repeat } from 'lucide-react'
import { CALL_TYPE_LABELS, RECURRENCE_LABELS } from '#contract/calls/call-labels.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { ASKS_BY, type AsksBy, CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { RECURRENCE_PATTERNS, type RecurrencePattern } from '#core/recurrence/recurrence.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { callTypeIcon } from '#web/domain/calls/service-tag.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TimePicker } from '#web/ui/form/time-picker.tsx'
import { LovedOnePicker } from './loved-one-picker.tsx'
import type { ScheduleForm, ScheduleProblem } from './schedule-form.ts'

const CALL_TYPE_OPTIONS = CALL_TYPES.map((value) => ({ value, label: CALL_TYPE_LABELS[value] }))
const WAYS: Record<AsksBy, string> = { call: 'A phone call', text: 'A text message' }
const WAY_OPTIONS = ASKS_BY.map((value) => ({ value, label: WAYS[value] }))
const RECURRENCE_OPTIONS = RECURRENCE_PATTERNS.map((value) => ({ value, label: RECURRENCE_LABELS[value] }))

interface CallDetailsFieldsProps {
  form: ScheduleForm
  problems: ScheduleProblem
  lovedOnes: readonly LovedOne[]
  /** Who of them, or beyond them, is chosen. */
  lovedOne: LovedOne | undefined
  zone: string
  now: Date
  onChange: (part: Partial<ScheduleForm>) => void
  onRecurrence: (pattern: RecurrencePattern) => void
}

/** Who, what, when and how often. */
export function CallDetailsFields({
  form,
  problems,
  lovedOnes,
  lovedOne,
  zone,
  now,
  onChange,
  onRecurrence,
}: CallDetailsFieldsProps) {
  const today = toWallClock(now, zone)
  const isCustom = form.recurrencePattern === 'custom'
  return (
    <div className="form-grid form-grid--2">
      <Field label="Loved One" className="span-2" error={problems.lovedOneId}>
        {(control) => (
          <LovedOnePicker
            control={control}
            lovedOnes={lovedOnes}
            chosen={lovedOne}
            onChoose={(lovedOneId) => onChange({ lovedOneId })}
          />
        )}
      </Field>
      <Field label="Call Type">
        {(control) => (
          <Select
            {...control}
            label="Call Type"
            icon={callTypeIcon(form.callType)}
            options={CALL_TYPE_OPTIONS}
            value={form.callType}
            onChange={(type) => onChange({ callType: CALL_TYPES.find((known) => known === type) ?? form.callType })}
          />
        )}
      </Field>
      <Field label="Recurrence">
        {(control) => (
          <Select
            {...control}
            label="Recurrence"
            icon={Repeat}
            options={RECURRENCE_OPTIONS}
            value={form.recurrencePattern}
            onChange={(pattern) =>
              onRecurrence(RECURRENCE_PATTERNS.find((known) => known === pattern) ?? form.recurrencePattern)
            }
          />
        )}
      </Field>
      <Field label="Date" error={problems.date}>
        {(control) => (
          <DatePicker
            {...control}
            label="Date"
            value={form.date}
            earliest={today.date}
            onChange={(date) => onChange({ date })}
          />
        )}
      </Field>
      <Field
        label="Time"
        error={problems.timeOfDay}
        help={isCustom ? 'The times are on the Schedule Patterns tab.' : undefined}
      >
        {(control) => (
          <TimePicker
            {...control}
            label="Time"
            value={form.timeOfDay}
            disabled={isCustom}
            earliest={form.date === today.date ? today.timeOfDay : undefined}
            onChange={(timeOfDay) => onChange({ timeOfDay })}
          />
        )}
      </Field>
      <Field
        label="How We Ask"
        className="span-2"
        help="For someone who can’t hear a call: we text “Reply OK if all is well, HELP if not” and wait for the reply."
        error={
          lovedOne && form.asksBy === 'text' && isLandline(lovedOne.phoneNumber)
            ? `${shortName(lovedOne.name)}’s number is a landline, which takes no texts.`
            : undefined
        }
      >
        {(control) => (
          <Select
            {...control}
            label="How We Ask"
            icon={form.asksBy === 'text' ? MessageCircleHeart : Phone}
            options={WAY_OPTIONS}
            value={form.asksBy}
            onChange={(way) => onChange({ asksBy: ASKS_BY.find((known) => known === way) ?? form.asksBy })}
          />
        )}
      </Field>
    </div>
  )
}
