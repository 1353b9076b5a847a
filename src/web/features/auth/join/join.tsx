import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { OpenInvitation } from '#contract/accounts/members.ts'
import { ROLE_MEANINGS } from '#web/domain/account/role-labels.ts'
import { useSignOut } from '#web/domain/account/use-sign-out.ts'
import { displayNameOf } from '#web/domain/account/user-name.ts'
import { tokenSearch } from '#web/domain/search-parameters.ts'
import { showRefusals } from '#web/lib/forms/show-refusals.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { go } from '#web/lib/routing/history.ts'
import { useSearch } from '#web/lib/routing/search.ts'
import { useTokenOfLink } from '#web/lib/routing/token-of-link.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { hasStoredSession } from '#web/lib/session/session-storage.ts'
import { useSession, useUser } from '#web/lib/session/use-session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Loading } from '#web/ui/states.tsx'
import { AuthLayout } from '../auth-layout.tsx'
import {
  type CheckedRegistration,
  REGISTRATION,
  RegistrationFields,
  type TypedRegistration,
} from '../registration-fields.tsx'
import { joinAsNewcomer, joinSignedIn, openInvitationQuery } from './join-api.ts'

/** What an invitation opens: who invites to whose family and as what, and the way in, with or without a login. */
export function Join() {
  const token = useTokenOfLink(useSearch(tokenSearch).token)
  const { status } = useSession()
  // Without a trace of a session there is nothing to ask.
  const [isKnown] = useState(hasStoredSession)
  const isAsking = status === 'unknown' && isKnown
  useEffect(() => {
    if (isAsking) void verifySession()
  }, [isAsking])
  return token === undefined ? <Incomplete /> : <Invited token={token} isAsking={isAsking} />
}

function Incomplete() {
  return (
    <AuthLayout title="Join a family">
      <Callout kind="error">This link is incomplete. Please open it again from the email.</Callout>
      <Onwards />
    </AuthLayout>
  )
}

/** `isAsking`: it is not known yet who is signed in. */
function Invited({ token, isAsking }: { token: string; isAsking: boolean }) {
  const query = useQuery(openInvitationQuery(token))
  const session = useSession()
  if (query.isError) {
    const isOver = query.error instanceof ApiError && [400, 404].includes(query.error.status)
    return (
      <AuthLayout title="Join a family">
        <Callout kind="error">{failureOf(query.error, 'We couldn’t open this invitation. Please try again.')}</Callout>
        {isOver ? (
          <Onwards />
        ) : (
          <Button variant="primary" size="lg" block busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        )}
      </AuthLayout>
    )
  }
  if (query.isPending || isAsking) {
    return (
      <AuthLayout title="Join a family">
        <Loading className="grid gap-4" shapes={[{ width: '80%' }, { width: '60%' }, { height: '3rem' }]}>
          Opening the invitation…
        </Loading>
      </AuthLayout>
    )
  }
  const invitation = query.data
  return (
    <AuthLayout title={`Join ${invitation.circle}`} lead={inWords(invitation)}>
      {session.status === 'signed-in' ? (
        <JoinButton token={token} circle={invitation.circle} />
      ) : (
        <JoinForm token={token} circle={invitation.circle} />
      )}
    </AuthLayout>
  )
}

function inWords({ invitedBy, role }: OpenInvitation): string {
  if (role === 'owner') return `${invitedBy} invites you.`
  const [first = '', ...rest] = ROLE_MEANINGS[role]
  return `${invitedBy} invites you as a ${role}. You ${first.toLowerCase()}${rest.join('')}`
}

function failureOf(error: Error, otherwise: string): string {
  if (error instanceof ApiError && error.status === 0) {
    return 'We couldn’t reach Cooee. Please check your connection and try again: the link still works.'
  }
  return (error instanceof ApiError && error.message) || otherwise
}

const FAILED = 'We couldn’t add you to the family. Please try again.'

/** For somebody who is signed in: one press. */
function JoinButton({ token, circle }: { token: string; circle: string }) {
  const user = useUser()
  const signOut = useSignOut()
  const join = useMutation({
    networkMode: 'always',
    mutationFn: () => joinSignedIn(token),
    onSuccess: () => go('/dashboard', { replace: true }),
  })
  const isMember = join.error instanceof ApiError && join.error.status === 409
  const isOver = join.error instanceof ApiError && join.error.status === 404
  return (
    <>
      {join.isError && <Callout kind="error">{failureOf(join.error, FAILED)}</Callout>}
      {isMember || isOver ? (
        <Onwards />
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          busy={join.isPending || join.isSuccess}
          busyLabel="Joining…"
          onClick={() => join.mutate()}
        >
          Join {circle}
        </Button>
      )}
      <p className="wrap-anywhere">
        You’re signed in as {displayNameOf(user)}. Not you?{' '}
        <button
          type="button"
          className="textlink textlink--button"
          aria-busy={signOut.isPending || undefined}
          onClick={() => !signOut.isPending && signOut.mutate()}
        >
          Sign out
        </button>
      </p>
    </>
  )
}

/** For somebody new: a login of their own, and no family or trial beside it. Who has a login signs in and comes back. */
function JoinForm({ token, circle }: { token: string; circle: string }) {
  const form = useForm<TypedRegistration, unknown, CheckedRegistration>(REGISTRATION)
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const failure = errors.root?.message
  async function submit({ confirmPassword: _, ...body }: CheckedRegistration) {
    try {
      await joinAsNewcomer(token, body)
      go('/dashboard', { replace: true })
    } catch (error) {
      showRefusals(form, error, error instanceof Error ? failureOf(error, FAILED) : FAILED)
    }
  }
  const back = encodeURIComponent(`/join?token=${token}`)
  return (
    <>
      <p>
        Already have a login?{' '}
        <AppLink className="textlink" href={`/login?redirect=${back}`}>
          Sign in
        </AppLink>
      </p>
      {failure && <Callout kind="error">{failure}</Callout>}
      <form className="form-grid" noValidate onSubmit={form.handleSubmit(submit)}>
        <RegistrationFields form={form} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isSubmitting || (isSubmitSuccessful && !failure && Object.keys(errors).length === 0)}
          busyLabel="Joining…"
        >
          Join {circle}
        </Button>
      </form>
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
