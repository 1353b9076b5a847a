import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/accounts/accounts.ts'
import { ResendLink } from '#web/domain/account/resend-link.tsx'
import { lovedOnesQuery } from '#web/domain/people/loved-ones-queries.ts'
import { shortNames } from '#web/domain/people/short-names.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { POLL_MS } from '#web/lib/http/query-client.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { Callout } from '#web/ui/callout.tsx'

const MAX_NAMES = 3

/** Above every screen until the email is confirmed: what to do, and what cannot be done before. */
export function EmailNotice({ user }: { user: User }) {
  const { data: lovedOnes = [] } = useQuery(lovedOnesQuery())
  // The link is opened elsewhere: in another tab, or on a phone.
  useQuery({ queryKey: ['email-confirmed'], queryFn: verifySession, refetchInterval: POLL_MS })
  const names = [...shortNames(lovedOnes).values()]
  const whom =
    names.length > 0 && names.length <= MAX_NAMES
      ? new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(names)
      : 'anyone'
  const { email, circle } = user
  // Calls wait for the owner's address alone.
  const isWaitedFor = user.callsWaitForEmail && circle.role === 'owner'
  return (
    <Callout
      kind={isWaitedFor ? 'warning' : 'quiet'}
      title={isWaitedFor ? 'Confirm your email' : 'Confirm your new email'}
      className="email-notice"
    >
      <p className="wrap-anywhere">
        We wrote to {email}. Please open the link in that email.{' '}
        {isWaitedFor
          ? `Until then we can’t ring ${whom}, not even for calls you’ve scheduled.`
          : 'We’ll keep making your calls in the meantime.'}
      </p>
      <ResendLink />
      <p>
        Not your address? <TextLink href="/settings">Change it in Settings</TextLink>
      </p>
    </Callout>
  )
}
