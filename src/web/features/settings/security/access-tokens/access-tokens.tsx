import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { AccessToken } from '#contract/accounts/access-tokens.ts'
import { formatDate } from '#core/format/dates.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Loading } from '#web/ui/states.tsx'
import { accessTokensQuery, useAccessTokensRefresh } from './access-tokens-query.ts'
import { CreateAccessToken } from './create-access-token.tsx'
import { scopesInWords } from './scope-words.ts'

/** Tokens with which other programs use Cooee in one's name: what each may do, until when, and the way to end it. */
export function AccessTokens() {
  const tokens = useQuery(accessTokensQuery)
  const [isCreating, setCreating] = useState(false)
  return (
    <Panel title="Access tokens" footer={<Button onClick={() => setCreating(true)}>Create an access token</Button>}>
      <p className="muted px-5 pb-4 md:px-6">
        For agencies and other programs. A program with a token can use Cooee in your name, for this family alone. You
        choose what it may do and until when.
      </p>
      {tokens.isPending && (
        <Loading className="grid gap-4 px-5 py-4 md:px-6" shapes={[{ width: '40%' }, { width: '75%', height: '1rem' }]}>
          Loading your access tokens…
        </Loading>
      )}
      {tokens.isError && !tokens.data && (
        <LoadFailure
          query={tokens}
          title="We couldn’t load your access tokens"
          hint={errorText(tokens.error, 'Please try again.')}
        />
      )}
      {tokens.data && tokens.data.length > 0 && (
        <ul className="list">
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      {isCreating && <CreateAccessToken onClose={() => setCreating(false)} />}
    </Panel>
  )
}

function TokenRow({ token }: { token: AccessToken }) {
  const { name, lastFour, scopes, lastUsedAt } = token
  const { timezone } = useUser()
  const now = useNow()
  const ended = endOf(token, now, timezone)
  return (
    <li>
      <KeyRound aria-hidden="true" />
      <div className="list__main">
        <span className="list__title wrap-anywhere">
          {name} (ends in {lastFour})
        </span>
        <span className="list__meta">{scopesInWords(scopes)}</span>
        <span className="list__meta">
          {ended ?? `Works until ${formatDate(new Date(token.expiresAt), timezone)}.`}{' '}
          {lastUsedAt ? `Last used ${howLongAgo(new Date(lastUsedAt), now, timezone)}.` : 'Never used.'}
        </span>
      </div>
      {ended === null && (
        <div className="list__end">
          <Revoke token={token} />
        </div>
      )}
    </li>
  )
}

/** Why it works no more; null while it does. */
function endOf({ revokedAt, expiresAt }: AccessToken, now: Date, timezone: string): string | null {
  if (revokedAt) return `Revoked on ${formatDate(new Date(revokedAt), timezone)}.`
  return new Date(expiresAt) <= now ? `Expired on ${formatDate(new Date(expiresAt), timezone)}.` : null
}

function Revoke({ token: { id, name, lastFour } }: { token: AccessToken }) {
  const [isAsking, setAsking] = useState(false)
  const refresh = useAccessTokensRefresh()
  const revoke = useMutation({
    mutationFn: () => api.delete(`/api/access-tokens/${id}`),
    onSuccess: () => {
      toast.success(`We’ve revoked ${name}.`)
      return refresh()
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t revoke the token')),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" aria-label={`Revoke ${name}, ends in ${lastFour}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Revoke ${name}?`}
        description="The program that uses it is shut out at once. You can’t bring the token back."
        cancelLabel="Keep it"
        confirmLabel="Revoke"
        busy={revoke.isPending}
        busyLabel="Revoking…"
        onConfirm={() => revoke.mutate()}
      />
    </>
  )
}
