import { useMutation } from '@tanstack/react-query'
import { messageBody } from '#contract/wire.ts'
import { tokenSearch } from '#web/domain/search-parameters.ts'
import { api } from '#web/lib/http/api-client.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { useTokenOfLink } from '#web/lib/routing/token-of-link.ts'
import { forgetSession } from '#web/lib/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** Undoes a change of the e-mail address or the phone number, for a visitor with the link that was sent to the old ones. */
export function UndoChange() {
  const token = useTokenOfLink(useSearch(tokenSearch).token)
  return (
    <AuthLayout title="Undo a change">
      {token ? (
        <Undo token={token} />
      ) : (
        <Callout kind="error">This link is incomplete. Please open it again from the email or text.</Callout>
      )}
    </AuthLayout>
  )
}

function Undo({ token }: { token: string }) {
  const undo = useMutation({
    mutationFn: () => api.post(messageBody, '/api/profile/undo', { token }, { anonymous: true }),
    // The server has ended every session of this account.
    onSuccess: () => forgetSession('revoked'),
  })
  if (undo.isSuccess) {
    return (
      <>
        <div role="status">
          <Callout kind="ok" title="We’ve undone the change">
            We’ll email and ring you where we did before, and we’ve signed out every device. Someone may know your
            password, so please set a new one now.
          </Callout>
        </div>
        <AppLink className={buttonClass({ variant: 'primary', size: 'lg', block: true })} href="/login#forgot">
          Set a new password
        </AppLink>
      </>
    )
  }
  return (
    <>
      {undo.isError && <Callout kind="error">{undo.error.message || 'We couldn’t undo the change.'}</Callout>}
      <p>
        Didn’t change the email or phone number of your Cooee account? Undo it here. We’ll email and ring you where we
        did before, and sign out every device.
      </p>
      <Button
        variant="primary"
        size="lg"
        block
        busy={undo.isPending}
        busyLabel="Undoing…"
        onClick={() => undo.mutate()}
      >
        Undo the change
      </Button>
    </>
  )
}
