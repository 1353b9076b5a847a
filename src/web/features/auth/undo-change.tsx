import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { messageBody } from '#contract/wire.ts'
import { api } from '#web/lib/api-client.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { forgetSession } from '#web/lib/session.ts'
import { useTokenOfLink } from '#web/lib/token-of-link.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { AuthLayout } from './auth-layout.tsx'

const route = getRouteApi('/undo-change')

/** Undoes a change of the e-mail address or the phone number, for whoever came with the link that went to the old ones. */
export function UndoChange() {
  useDocumentTitle('Undo a change')
  const token = useTokenOfLink(route.useSearch().token)
  return (
    <AuthLayout title="Undo a change">
      {token ? (
        <Undo token={token} />
      ) : (
        <Callout kind="error">This link is incomplete. Please open it from the mail or text again.</Callout>
      )}
    </AuthLayout>
  )
}

function Undo({ token }: { token: string }) {
  const undo = useMutation({
    mutationFn: () => api.post(messageBody, '/api/profile/undo', { token }, { anonymous: true }),
    // The server has ended every session of this account.
    onSuccess: () => forgetSession('left'),
  })
  if (undo.isSuccess) {
    return (
      <>
        <div role="status">
          <Callout kind="ok" title="The change was undone">
            We write and ring where we did before, and every device was signed out. Somebody may know your password, so
            please set a new one now.
          </Callout>
        </div>
        <Link className={buttonClass({ variant: 'primary', size: 'lg', block: true })} to="/login" hash="forgot">
          Set a new password
        </Link>
      </>
    )
  }
  return (
    <>
      {undo.isError && <Callout kind="error">{undo.error.message || 'The change could not be undone.'}</Callout>}
      <p>
        Was it not you who changed the email address or phone number of your Cooee account? Undo it here. We write and
        ring where we did before, and every device is signed out.
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
