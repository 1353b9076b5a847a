import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { calendarSchema, newCalendarSchema } from '#contract/accounts/calendar.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { Choice } from './choice.tsx'

/** The calendar of calls to come: its address is shown once, can be renewed, and ended. */
export function CalendarChoice() {
  const id = useId()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.calendar,
    queryFn: ({ signal }) => api.get(calendarSchema, '/api/calendar', { signal }),
  })
  const calendar = useLoadState(query)
  // Nobody can show it again: the server keeps a hash of it.
  const [address, setAddress] = useState<string | null>(null)
  const changed = {
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.calendar }),
    onError: (error: unknown) => toast.error(errorText(error, 'We couldn’t change your calendar')),
  }
  const make = useMutation({
    mutationFn: (showNames: boolean) => api.post(newCalendarSchema, '/api/calendar', { showNames }),
    ...changed,
    onSuccess: (made) => setAddress(made.address),
  })
  const showNames = useMutation({
    mutationFn: (isShown: boolean) => api.patch(calendarSchema, '/api/calendar', { showNames: isShown }),
    ...changed,
    onSuccess: (saved) => client.setQueryData(queryKeys.calendar, saved),
  })
  const end = useMutation({
    mutationFn: () => api.delete('/api/calendar'),
    ...changed,
    onSuccess: () => setAddress(null),
  })
  return (
    <Choice
      title="Calls in your calendar"
      about="An address for your calendar app. It shows the calls of the next four weeks as “Cooee call”. Anyone with the address can read it."
      id={id}
    >
      {calendar.status === 'loading' && <Skeleton width="14rem" height="2.75rem" />}
      {calendar.status === 'failed' && (
        <LoadFailure query={query} title="We couldn’t load your calendar" hint={calendar.error.message} />
      )}
      {calendar.status === 'ready' && (
        <>
          {address !== null && (
            <Callout kind="quiet">
              <p>Copy the address now. We can’t show it again. In your calendar app, choose “Subscribe”.</p>
              <p className="break-all">
                <code>{address}</code>
              </p>
              <CopyButton text={address} label="Copy the address" />
            </Callout>
          )}
          {calendar.data.isOn && (
            <Switch
              checked={calendar.data.showNames}
              disabled={showNames.isPending}
              onChange={(event) => showNames.mutate(event.target.checked)}
            >
              Show names
            </Switch>
          )}
          <div className="form-actions">
            <Button busy={make.isPending} busyLabel="Making…" onClick={() => make.mutate(calendar.data.showNames)}>
              {calendar.data.isOn ? 'Make a new address' : 'Make an address'}
            </Button>
            {calendar.data.isOn && (
              <Button variant="secondary" busy={end.isPending} busyLabel="Ending…" onClick={() => end.mutate()}>
                End this calendar
              </Button>
            )}
          </div>
          {calendar.data.isOn && <p className="field__help">A new address ends the old one at once.</p>}
        </>
      )}
    </Choice>
  )
}
