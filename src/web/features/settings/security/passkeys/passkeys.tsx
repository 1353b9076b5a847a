import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { MAX_PASSKEYS, type Passkey } from '#contract/accounts/sign-in/passkeys.ts'
import { formatDate } from '#core/format/dates.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { ApiError, api, errorText } from '#web/lib/http/api-client.ts'
import { browserHasPasskeys } from '#web/lib/passkeys/browser-has-passkeys.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { Loading } from '#web/ui/states.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { passkeysQuery, usePasskeysRefresh } from './passkeys-query.ts'
import { RenamePasskey } from './rename-passkey.tsx'

/** Keys on one's devices that sign in without a password: added, renamed, removed. */
export function Passkeys() {
  const query = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const whyNot = query.data && whyNone(query.data)
  return (
    <Panel
      title="Passkeys"
      footer={query.data && !whyNot && <Button onClick={() => setAdding(true)}>Add a passkey</Button>}
    >
      <p className="muted px-5 pb-4 md:px-6">
        Sign in with your face, your fingerprint or the screen lock of your phone or computer, without your password.
        Passkeys keep working when you change your password or sign out everywhere else.
      </p>
      {query.isPending && (
        <Loading className="grid gap-4 px-5 py-4 md:px-6" shapes={[{ width: '40%' }, { width: '75%', height: '1rem' }]}>
          Loading your passkeys…
        </Loading>
      )}
      {query.isError && !query.data && (
        <LoadFailure
          query={query}
          title="We couldn’t load your passkeys"
          hint={errorText(query.error, 'Please try again.')}
        />
      )}
      {query.data && query.data.passkeys.length > 0 && (
        <ul className="list">
          {query.data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {whyNot && <p className="list__meta px-5 pb-5 md:px-6">{whyNot}</p>}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Panel>
  )
}

/** Why none can be added here; null where one can. */
function whyNone({ address, passkeys }: { address: string | null; passkeys: readonly Passkey[] }): string | null {
  if (address === null) return 'You can’t add one here: passkeys need a web address that starts with https.'
  if (address !== location.origin) return `You can only add one at ${address}.`
  if (!browserHasPasskeys()) return 'This browser can’t make passkeys.'
  if (passkeys.length >= MAX_PASSKEYS) return `You have ${MAX_PASSKEYS} passkeys. To add another, remove one first.`
  return null
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt } = passkey
  const { timezone } = useUser()
  const now = useNow()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li>
      <Fingerprint aria-hidden="true" />
      <div className="list__main">
        <span className="list__title wrap-anywhere">{name}</span>
        <span className="list__meta">
          Added {formatDate(new Date(createdAt), timezone)},{' '}
          {lastUsedAt ? `last used ${howLongAgo(new Date(lastUsedAt), now, timezone)}` : 'never used'}.
        </span>
      </div>
      <div className="list__end flex flex-wrap gap-2">
        <Button size="sm" aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        <Remove passkey={passkey} />
      </div>
      {isRenaming && <RenamePasskey passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  )
}

function Remove({ passkey: { id, name } }: { passkey: Passkey }) {
  const [isAsking, setAsking] = useState(false)
  const refresh = usePasskeysRefresh()
  const remove = useMutation({
    mutationFn: async () => {
      try {
        await api.delete(`/api/passkeys/${id}`)
      } catch (error) {
        // It is gone already, which is what was wanted.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: () => {
      toast.success(`We’ve removed ${name}.`)
      return refresh()
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t remove the passkey')),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description="It can’t be used to sign in any more. A device that’s signed in stays signed in: sign it out in the list below."
        cancelLabel="Keep it"
        confirmLabel="Remove"
        busy={remove.isPending}
        busyLabel="Removing…"
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
