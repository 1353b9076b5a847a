import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messageBody } from '#contract/wire.ts'
import { ResendLink } from '#web/domain/account/resend-link.tsx'
import { tokenSearch } from '#web/domain/search-parameters.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { useTokenOfLink } from '#web/lib/routing/token-of-link.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { AuthLayout } from './auth-layout.tsx'

/** Confirms an email address, for the person who came with the link that was mailed to it; signed in or not. */
export function VerifyEmail() {
  const token = useTokenOfLink(useSearch(tokenSearch).token)
  useEffect(() => void verifySession(), [])
  return (
    <AuthLayout title="Confirm your email">
      {token ? (
        <Confirm token={token} />
      ) : (
        <>
          <Callout kind="error">This link is incomplete. Please open it again from the email.</Callout>
          <AnotherLink />
        </>
      )}
    </AuthLayout>
  )
}

/** At a press, not by opening the link: programs that check mails for viruses open links, too. */
function Confirm({ token }: { token: string }) {
  const confirm = useMutation({
    // Without a connection it is tried at once, and says so.
    networkMode: 'always',
    mutationFn: () => api.post(messageBody, '/api/email/verify', { token }, { anonymous: true }),
    onSuccess: () => verifySession(),
  })
  if (confirm.isSuccess) {
    return (
      <>
        <div role="status">
          <Callout kind="ok" title="Your email is confirmed">
            Thank you. From now on we’ll ring as scheduled.
          </Callout>
        </div>
        <Onwards />
      </>
    )
  }
  const isLinkUseless = confirm.error instanceof ApiError && confirm.error.status === 400
  return (
    <>
      {confirm.isError && <Callout kind="error">{failureOf(confirm.error)}</Callout>}
      {isLinkUseless ? (
        <AnotherLink />
      ) : (
        <>
          <p>Press the button, and we can ring the people you care for.</p>
          <Button
            variant="primary"
            size="lg"
            block
            busy={confirm.isPending}
            busyLabel="Confirming…"
            onClick={() => confirm.mutate()}
          >
            Confirm my email
          </Button>
        </>
      )}
    </>
  )
}

function failureOf(error: Error): string {
  if (error instanceof ApiError && error.status === 0) {
    return 'We couldn’t reach Cooee. Please check your connection and press again: the link still works.'
  }
  return error.message || 'We couldn’t confirm your email. Please try again.'
}

/** What to do where the link does not work: nothing, send another one, or sign in for that. */
function AnotherLink() {
  const session = useSession()
  if (session.status !== 'signed-in') {
    return (
      <>
        <p>If you’ve already confirmed your email, you’re all set. If not, sign in and we’ll send you another link.</p>
        <Onwards />
      </>
    )
  }
  if (session.user.emailVerified) {
    return (
      <>
        <p className="wrap-anywhere">You’ve already confirmed {session.user.email}. There’s nothing else to do.</p>
        <Onwards />
      </>
    )
  }
  return (
    <>
      <p className="wrap-anywhere">We can send another link to {session.user.email}.</p>
      <ResendLink />
    </>
  )
}

function Onwards() {
  const isSignedIn = useSession().status === 'signed-in'
  return (
    <AppLink
      className={buttonClass({ variant: 'primary', size: 'lg', block: true })}
      href={isSignedIn ? '/dashboard' : '/login'}
    >
      {isSignedIn ? 'Go to the dashboard' : 'Sign in'}
    </AppLink>
  )
}
