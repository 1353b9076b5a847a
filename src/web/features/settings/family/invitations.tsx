import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { type Invitation, MAX_MEMBERS } from '#contract/accounts/members.ts'
import { formatDate } from '#core/format/dates.ts'
import { ROLE_LABELS } from '#web/domain/account/role-labels.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { Loading } from '#web/ui/states.tsx'
import { invitationsQuery, useResendInvitation, useWithdrawInvitation } from './family-api.ts'
import { InviteForm } from './invite-form.tsx'

/** Who is invited, and the form that invites somebody. For the owner. */
export function Invitations({ memberCount }: { memberCount: number }) {
  const query = useQuery(invitationsQuery)
  const invitations = query.data
  const isFull = memberCount + (invitations?.length ?? 0) >= MAX_MEMBERS
  return (
    <>
      {isFull ? (
        <p className="muted">
          A family has at most {MAX_MEMBERS} people, open invitations included. Remove someone or withdraw an invitation
          to invite another.
        </p>
      ) : (
        <InviteForm />
      )}
      {(query.isPending || query.isError || (invitations && invitations.length > 0)) && (
        <Panel title="Invitations">
          {query.isPending && (
            <Loading className="grid gap-4 px-5 py-4 md:px-6" shapes={[{ width: '60%' }]}>
              Loading the invitations…
            </Loading>
          )}
          {query.isError && !invitations && (
            <LoadFailure
              query={query}
              title="We couldn’t load the invitations"
              hint={errorText(query.error, 'Please try again.')}
            />
          )}
          {invitations && (
            <ul className="list">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )}
        </Panel>
      )}
    </>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, role, expiresAt, isExpired } = invitation
  const { timezone } = useUser()
  const [isAsking, setAsking] = useState(false)
  const resend = useResendInvitation(invitation)
  const withdraw = useWithdrawInvitation(invitation)
  const day = formatDate(new Date(expiresAt), timezone)
  return (
    <li>
      <Mail aria-hidden="true" />
      <div className="list__main">
        <span className="list__title wrap-anywhere">{email}</span>
        <span className="list__meta">
          {ROLE_LABELS[role]}. {isExpired ? `The link stopped working on ${day}.` : `The link works until ${day}.`}
        </span>
      </div>
      <div className="list__end">
        <Button
          size="sm"
          aria-label={`Send again to ${email}`}
          busy={resend.isPending}
          busyLabel="Sending…"
          onClick={() => resend.mutate()}
        >
          Send again
        </Button>
        <Button variant="ghost" size="sm" aria-label={`Withdraw ${email}`} onClick={() => setAsking(true)}>
          Withdraw
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Withdraw the invitation for ${email}?`}
          description="The link in our email stops working. You can invite them again."
          cancelLabel="Keep it"
          confirmLabel="Withdraw"
          busy={withdraw.isPending}
          busyLabel="Withdrawing…"
          onConfirm={() => withdraw.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </li>
  )
}
