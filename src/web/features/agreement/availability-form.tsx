import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import {
  CONTACT_TIME_ZONES,
  type ContactPage,
  type EditContactPageBody,
  MAX_MINUTES_TO_GET_THERE,
} from '#contract/people/contact-page.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { zoneLabel } from '#core/time-zones.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useSaveAvailability } from './agreement-query.ts'

const ZONES = CONTACT_TIME_ZONES.map((zone) => ({
  value: zone,
  label: zone === 'Pacific/Auckland' ? 'New Zealand' : zoneLabel(zone),
}))
const capital = (day: string) => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`

/** As it is typed: an empty box means that nothing is said. */
const typedForm = z
  .object({
    days: z.array(z.enum(WEEK_DAYS)),
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    awayUntil: z.string(),
    minutesAway: z
      .string()
      .regex(/^\d{0,3}$/, 'Please give whole minutes')
      .refine(
        (minutes) => Number(minutes) <= MAX_MINUTES_TO_GET_THERE,
        `Please give ${MAX_MINUTES_TO_GET_THERE} minutes or fewer`,
      ),
    hasKey: z.boolean(),
    keyNote: z.string().max(120, 'Must be at most 120 characters'),
  })
  .refine(({ from, to }) => (from === '') === (to === ''), {
    path: ['to'],
    message: 'Please give both times, or neither',
  })
  .refine(({ from, to }) => from === '' || from !== to, { path: ['to'], message: 'Please give two different times' })
type Typed = z.infer<typeof typedForm>

interface AvailabilityProps {
  token: string
  page: ContactPage
  /** The loved one's first name. */
  name: string
}

/** When a contact can be reached and how far they are: all of it may be left open. */
export function AvailabilityForm({ token, page, name }: AvailabilityProps) {
  const save = useSaveAvailability(token)
  const form = useForm<Typed>({
    resolver: zodResolver(typedForm),
    mode: 'onTouched',
    defaultValues: {
      days: page.days.length === 0 ? [...WEEK_DAYS] : page.days,
      from: page.from ?? '',
      to: page.to ?? '',
      zone: page.zone,
      awayUntil: page.awayUntil ?? '',
      minutesAway: page.minutesAway === null ? '' : String(page.minutesAway),
      hasKey: page.hasKey,
      keyNote: page.keyNote ?? '',
    },
  })
  const isSaved = save.isSuccess && !form.formState.isDirty
  const submit = (typed: Typed) => save.mutate(bodyOf(typed), { onSuccess: () => form.reset(typed) })
  return (
    <form className="agree__form" noValidate onSubmit={form.handleSubmit(submit)} aria-labelledby="reach-heading">
      <h2 id="reach-heading">When can we reach you?</h2>
      <p>
        We ask people first who can be reached right now. At other times we ask you after them, so nobody is left
        without help.
      </p>
      <fieldset className="agree__days">
        <legend className="field__label">Days</legend>
        {WEEK_DAYS.map((day) => (
          <Checkbox key={day} value={day} {...form.register('days')}>
            {capital(day)}
          </Checkbox>
        ))}
      </fieldset>
      <div className="agree__pair">
        <TextField form={form} name="from" label="From" type="time" optional />
        <TextField form={form} name="to" label="To" type="time" optional />
      </div>
      <SelectField form={form} name="zone" label="Your timezone" options={ZONES} />
      <TextField
        form={form}
        name="awayUntil"
        label="Away until"
        type="date"
        optional
        help="The first day we can reach you again."
      />
      <h2>How far are you from {name}?</h2>
      <TextField
        form={form}
        name="minutesAway"
        label="Minutes to get there"
        inputMode="numeric"
        optional
        autoComplete="off"
      />
      <Switch {...form.register('hasKey')}>I have a key</Switch>
      {form.watch('hasKey') && (
        <TextField
          form={form}
          name="keyNote"
          label="About the key"
          optional
          autoComplete="off"
          help="Only the family that asked you reads this."
        />
      )}
      {save.isError && (
        <Callout kind="error">{errorText(save.error, 'We couldn’t save that. Please try again.')}</Callout>
      )}
      <div role="status">{isSaved && <Callout kind="ok">Saved. Thank you.</Callout>}</div>
      <Button type="submit" variant="secondary" size="lg" block busy={save.isPending} busyLabel="Saving…">
        Save
      </Button>
    </form>
  )
}

function bodyOf({ days, from, to, zone, awayUntil, minutesAway, hasKey, keyNote }: Typed): EditContactPageBody {
  return {
    days: days.length === WEEK_DAYS.length ? [] : days,
    from: from || null,
    to: to || null,
    zone: CONTACT_TIME_ZONES.find((known) => known === zone),
    awayUntil: awayUntil || null,
    minutesAway: minutesAway === '' ? null : Number(minutesAway),
    hasKey,
    keyNote: hasKey ? keyNote : null,
  }
}
