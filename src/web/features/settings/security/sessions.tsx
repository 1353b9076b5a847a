import { useMutation, useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { endedSessionsSchema, type SignedInSession } from '#contract/accounts/sign-in/security.ts'
import { formatDate } from '#core/format/dates.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { ApiError, api, errorText } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Loading } from '#web/ui/states.tsx'
import { useAccessTokensRefresh } from './access-tokens/access-tokens-query.ts'
import { passkeysQuery } from './passkeys/passkeys-query.ts'
import { sessionsQuery, useSessionsRefresh } from './sessions-query.ts'

/** Where the account is signed in, each with its way out. This browser's own is signed out as everywhere. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery)
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Panel title="Where you’re signed in" footer={others.length > 0 && <EndOthers count={others.length} />}>
      {sessions.isPending && (
        <Loading className="grid gap-4 px-5 py-4 md:px-6" shapes={[{ width: '40%' }, { width: '75%', height: '1rem' }]}>
          Loading where you’re signed in…
        </Loading>
      )}
      {sessions.isError && !sessions.data && (
        <LoadFailure
          query={sessions}
          title="We couldn’t load the list"
          hint={errorText(sessions.error, 'Please try again.')}
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
        <p className="list__meta px-5 pb-5 md:px-6">You’re not signed in anywhere else.</p>
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
      toast.success(`We’ve signed out ${device}.`)
      return refresh()
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t sign out that device')),
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
        description="Anyone using it will have to sign in again. If it’s not yours, change your password too."
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
  const refreshTokens = useAccessTokensRefresh()
  const hasPasskeys = (useQuery(passkeysQuery).data?.passkeys.length ?? 0) > 0
  const end = useMutation({
    mutationFn: () => api.post(endedSessionsSchema, '/api/sessions/end-others'),
    onSuccess: ({ ended }) => {
      toast.success(`We’ve signed out ${ended === 1 ? '1 other device' : `${ended} other devices`}.`)
      return Promise.all([refresh(), refreshTokens()])
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t sign out the other devices')),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>Sign out everywhere else</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere else?"
        description={`We’ll sign out ${count === 1 ? 'one other device' : `${count} other devices`} at once, and revoke your access tokens. This one stays signed in${hasPasskeys ? ', and your passkeys still work' : ''}.`}
        cancelLabel="Keep signed in"
        confirmLabel="Sign out everywhere else"
        busy={end.isPending}
        busyLabel="Signing out…"
        onConfirm={() => end.mutate()}
      />
    </>
  )
}
