import { type FormEvent, useState } from 'react'
import { answerIncidentBody, MAX_MINUTES_AWAY, MINUTES_WANTED } from '#contract/calls/incidents.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'

const USUAL = [10, 20, 30, 45, 60]

/** How far away somebody is: one press for what is usual, a number for the rest. */
export function MinutesAway({ busy, onGiven }: { busy: boolean; onGiven: (minutes: number) => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const minutes = typed.trim() === '' ? Number.NaN : Number(typed)
    if (!answerIncidentBody.safeParse({ answer: 'going', minutes }).success) return setError(MINUTES_WANTED)
    setError(undefined)
    onGiven(minutes)
  }
  return (
    <>
      <div className="minutes">
        {USUAL.map((minutes) => (
          <Button key={minutes} variant="secondary" disabled={busy} onClick={() => onGiven(minutes)}>
            {`${minutes} minutes`}
          </Button>
        ))}
      </div>
      <form className="minutes__other" onSubmit={send} noValidate>
        <Field label="Or another number of minutes" help={`From 1 to ${MAX_MINUTES_AWAY}`} error={error}>
          {(control) => (
            <Input
              {...control}
              className="num"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={busy}>
          Send
        </Button>
      </form>
    </>
  )
}
