import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { endedSessionsSchema, type SignedInSession } from '#contract/security.ts'
import { formatDate } from '#core/format/dates.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { ApiError, api, errorText } from '#web/lib/api-client.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useUser } from '#web/lib/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { sessionsQuery, useSessionsRefresh } from './sessions-query.ts'

/** Where the account is signed in, each with its way out. This browser's own is signed out as everywhere. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Panel title="Where you are signed in" footer={others.length > 0 && <EndOthers count={others.length} />}>
      {sessions.isPending && <SessionsLoading />}
      {sessions.isError && !sessions.data && (
        <ErrorState
          small
          headingLevel="h3"
          title="The list could not be loaded"
          hint={errorText(sessions.error, 'Please try again.')}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isFetching}
        />
      )}
      {sessions.data && (
        <ul className="list">
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions.data && others.length === 0 && (
        <p className="list__meta px-5 pb-5 md:px-6">You are signed in nowhere else.</p>
      )}
    </Panel>
  )
}

function SessionRow({ session }: { session: SignedInSession }) {
  const { device, address, signedInAt, lastUsedAt, isCurrent } = session
  const { timezone } = useUser()
  const now = useNow()
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  return (
    <li>
      <Icon aria-hidden="true" />
      <div className="list__main">
        <span className="list__title">
          {device}
          {isCurrent && ' (this device)'}
        </span>
        <span className="list__meta">
          {address ? `From ${address}. ` : ''}
          Signed in {formatDate(new Date(signedInAt), timezone)}, last used{' '}
          {howLongAgo(new Date(lastUsedAt), now, timezone)}.
        </span>
      </div>
      {!isCurrent && (
        <div className="list__end">
          <EndSession session={session} />
        </div>
      )}
    </li>
  )
}

function EndSession({ session: { id, device, lastUsedAt } }: { session: SignedInSession }) {
  const { timezone } = useUser()
  const [asking, setAsking] = useState(false)
  const refresh = useSessionsRefresh()
  const end = useMutation({
    mutationFn: async () => {
      try {
        await api.delete(`/api/sessions/${id}`)
      } catch (error) {
        // It is over already, which is what was wanted.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: () => {
      toast.success(`${device} has been signed out.`)
      return refresh()
    },
    onError: (error) => toast.error(errorText(error, 'That device could not be signed out')),
    onSettled: () => setAsking(false),
  })
  const lastUsed = howLongAgo(new Date(lastUsedAt), useNow(), timezone)
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)} aria-label={`Sign out ${device}, last used ${lastUsed}`}>
        Sign out
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Sign out ${device}?`}
        description="Whoever uses it has to sign in again. If it is not yours, change your password as well."
        cancelLabel="Keep signed in"
        confirmLabel="Sign out"
        busy={end.isPending}
        busyLabel="Signing out…"
        onConfirm={() => end.mutate()}
      />
    </>
  )
}

function EndOthers({ count }: { count: number }) {
  const [asking, setAsking] = useState(false)
  const refresh = useSessionsRefresh()
  const end = useMutation({
    mutationFn: () => api.post(endedSessionsSchema, '/api/sessions/end-others'),
    onSuccess: ({ ended }) => {
      toast.success(
        ended === 1 ? '1 other device has been signed out.' : `${ended} other devices have been signed out.`,
      )
      return refresh()
    },
    onError: (error) => toast.error(errorText(error, 'The other devices could not be signed out')),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out everywhere else</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere else?"
        description={`${count === 1 ? 'One other device is' : `${count} other devices are`} signed out at once. This one stays signed in.`}
        cancelLabel="Keep signed in"
        confirmLabel="Sign out everywhere else"
        busy={end.isPending}
        busyLabel="Signing out…"
        onConfirm={() => end.mutate()}
      />
    </>
  )
}

function SessionsLoading() {
  return (
    <div className="grid gap-4 px-5 py-4 md:px-6">
      <LoadingStatus>Loading where you are signed in…</LoadingStatus>
      <Skeleton width="40%" />
      <Skeleton width="75%" height="1rem" />
    </div>
  )
}
