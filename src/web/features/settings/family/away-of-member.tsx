import { type FormEvent, useState } from 'react'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { type Member, useMemberAway } from './family-api.ts'

const EVERYBODY = 'everybody'

interface AwayOfMemberProps {
  member: Member
  members: readonly Member[]
  onClose: () => void
}

/** The day that the reader's clock shows, `YYYY-MM-DD`. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

/** When a member is away, and who looks after things then: alerts go to the others. */
export function AwayOfMember({ member, members, onClose }: AwayOfMemberProps) {
  const { away, isYou } = member
  const name = shortName(member.name)
  const today = todayIn(useUser().timezone)
  const [initial] = useState({
    from: away?.from ?? today,
    until: away?.until,
    coveredBy: away?.coveredBy == null ? EVERYBODY : String(away.coveredBy),
  })
  const [form, setForm] = useState(initial)
  const [isUntilMissing, setUntilMissing] = useState(false)
  const save = useMemberAway(member.id)
  const end = useMemberAway(member.id)
  const others = members.filter(({ id }) => id !== member.id)
  const errors = save.error instanceof ApiError ? save.error.errors : []
  const errorOf = (path: keyof typeof form) => errors.find((error) => error.path === path)?.message
  const failure = errors.length === 0 ? save.error : null
  function change(changed: Partial<typeof form>) {
    setUntilMissing(false)
    setForm({ ...form, ...changed })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const { from, until, coveredBy } = form
    if (!until) return setUntilMissing(true)
    save.mutate(
      { from, until, coveredBy: coveredBy === EVERYBODY ? null : Number(coveredBy) },
      {
        onSuccess: () => {
          toast.success(isYou ? 'Enjoy your time away.' : `We’ve saved ${name}’s time away.`)
          onClose()
        },
      },
    )
  }
  function endNow() {
    end.mutate(null, {
      onSuccess: () => {
        toast.success(isYou ? 'Alerts come to you again.' : `Alerts go to ${name} again.`)
        onClose()
      },
      onError: (error) => toast.error(error.message),
    })
  }

  return (
    <FormDialog
      title={isYou ? 'When you’re away' : `When ${name} is away`}
      description="Calls go on as scheduled. Alerts go to the others, and come back by themselves the day after."
      hasChanges={form !== initial}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Save"
      busy={save.isPending}
      busyLabel="Saving…"
    >
      {failure && <SaveFailure text={failure.message} error={failure} />}
      {others.length === 0 && (
        <Callout kind="warning">Nobody else is there then, so alerts still come to {isYou ? 'you' : name}.</Callout>
      )}
      {!away?.isNow && (
        <Field label="First day away" error={errorOf('from')}>
          {(control) => (
            <DatePicker
              {...control}
              label="First day away"
              value={form.from}
              earliest={today}
              onChange={(from) => change({ from })}
            />
          )}
        </Field>
      )}
      <Field
        label="Last day away"
        error={isUntilMissing ? 'Please choose the last day' : errorOf('until')}
        help="Alerts come back the day after."
      >
        {(control) => (
          <DatePicker
            {...control}
            label="Last day away"
            value={form.until}
            earliest={[form.from, today].toSorted().at(-1)}
            onChange={(until) => change({ until })}
          />
        )}
      </Field>
      {others.length > 0 && (
        <Field
          label="Who looks after things"
          help={form.coveredBy === EVERYBODY ? undefined : 'We’ll let them know by email, and ring them first.'}
          error={errorOf('coveredBy')}
        >
          {(control) => (
            <Select
              {...control}
              label="Who looks after things"
              options={[
                { value: EVERYBODY, label: 'Everyone else' },
                ...others.map(({ id, name, isYou }) => ({ value: String(id), label: isYou ? `${name} (you)` : name })),
              ]}
              value={form.coveredBy}
              onChange={(coveredBy) => change({ coveredBy })}
            />
          )}
        </Field>
      )}
      {away && (
        <Button variant="outline" onClick={endNow} busy={end.isPending} busyLabel="Ending…">
          {away.isNow ? (isYou ? 'I’m back' : `${name} is back`) : 'Remove this time away'}
        </Button>
      )}
    </FormDialog>
  )
}
