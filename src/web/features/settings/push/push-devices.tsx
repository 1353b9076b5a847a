import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { type PushDevice, pushDevicesSchema } from '#contract/accounts/push-devices.ts'
import { formatDate } from '#core/format/dates.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Loading } from '#web/ui/states.tsx'
import { browserPush, type PushSupport } from './push-support.ts'

const KEY = ['push-devices']
const pushDevicesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(pushDevicesSchema, '/api/push-devices', { signal }),
  staleTime: 0,
})

const WHY_NOT: Record<Exclude<PushSupport, 'possible'>, string> = {
  blocked: 'This browser blocks our notifications. Allow them in its settings, then come back.',
  needs_home_screen:
    'On an iPhone or iPad, add Cooee to your home screen first: tap Share, then Add to Home Screen. Then open Cooee from there and come back here.',
  missing: 'This browser can’t show notifications.',
}

/** The devices that are notified of missed calls and calls for help, beside texts and emails. */
export function PushDevices() {
  const query = useQuery(pushDevicesQuery)
  const devices = query.data?.devices
  const isOnHere = devices?.some(({ isThisDevice, isGone }) => isThisDevice && !isGone) ?? false
  const support = browserPush.support()
  return (
    <Panel title="Notifications on your devices">
      <div className="grid gap-4 px-5 pb-5 md:px-6">
        <p className="muted">
          When nobody answers a call or someone asks for help, we can also show it on this device. We still text, email
          and ring as you’ve chosen: a notification never replaces that.
        </p>
        {support !== 'possible' && !isOnHere && <Callout kind="quiet">{WHY_NOT[support]}</Callout>}
        {query.data && support === 'possible' && !isOnHere && <SwitchOn publicKey={query.data.publicKey} />}
      </div>
      {query.isPending && (
        <Loading className="grid gap-4 px-5 py-4 md:px-6" shapes={[{ width: '40%' }]}>
          Loading your devices…
        </Loading>
      )}
      {query.isError && !devices && (
        <LoadFailure
          query={query}
          title="We couldn’t load your devices"
          hint={errorText(query.error, 'Please try again.')}
        />
      )}
      {devices && devices.length > 0 && (
        <ul className="list">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SwitchOn({ publicKey }: { publicKey: string }) {
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: async () => {
      // Its push service may know the one that is there no more.
      await browserPush.unsubscribe()
      const subscription = await browserPush.subscribe(publicKey)
      return subscription && api.post(pushDevicesSchema, '/api/push-devices', subscription)
    },
    onSuccess: (added) => {
      if (!added) return toast.error('This browser didn’t allow notifications.')
      client.setQueryData(KEY, added)
      toast.success('This device gets our notifications now.')
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t switch notifications on')),
  })
  return (
    <div className="form-actions">
      <Button variant="primary" busy={add.isPending} busyLabel="Switching on…" onClick={() => add.mutate()}>
        Switch on for this device
      </Button>
    </div>
  )
}

function DeviceRow({ device: { id, device, createdAt, lastSentAt, isGone, isThisDevice } }: { device: PushDevice }) {
  const { timezone } = useUser()
  const now = useNow()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      if (isThisDevice) await browserPush.unsubscribe()
      await api.delete(`/api/push-devices/${id}`)
    },
    onSuccess: () => {
      toast.success(`We won’t notify ${isThisDevice ? 'this device' : device} any more.`)
      return client.invalidateQueries({ queryKey: KEY })
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t remove the device')),
  })
  const sendTest = useMutation({
    mutationFn: () => api.postWithoutAnswer(`/api/push-devices/${id}/test`),
    onSuccess: () => toast.success('We’ve sent a test. It should show up in a moment.'),
    onError: (error) => toast.error(errorText(error, 'We couldn’t send a test')),
  })
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  const name = isThisDevice ? `${device} (this device)` : device
  return (
    <li>
      <Icon aria-hidden="true" />
      <div className="list__main">
        <span className="list__title">{name}</span>
        <span className="list__meta">
          Added {formatDate(new Date(createdAt), timezone)}.{' '}
          {lastSentAt ? `Last sent ${howLongAgo(new Date(lastSentAt), now, timezone)}.` : 'Nothing sent yet.'}
          {isGone && ' We can’t reach it any more: switch it on again there.'}
        </span>
      </div>
      <div className="list__end">
        {!isGone && (
          <Button
            size="sm"
            aria-label={`Send a test to ${name}`}
            busy={sendTest.isPending}
            busyLabel="Sending…"
            onClick={() => sendTest.mutate()}
          >
            Send a test
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${name}`}
          busy={remove.isPending}
          busyLabel="Removing…"
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
