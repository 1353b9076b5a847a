import { useQuery } from '@tanstack/react-query'
import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import { errorText } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Card, Panel } from '#web/ui/card.tsx'
import { KookaburraWire } from '#web/ui/illustrations/kookaburra-wire.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { membersQuery } from './family-api.ts'
import { Invitations } from './invitations.tsx'
import { MemberRow } from './member-row.tsx'

/** Who looks after the loved ones together: members, what each may do, who is away, and who is invited. */
export function FamilyTab() {
  const { circle } = useUser()
  const mayManage = useRight('manage')
  const query = useQuery(membersQuery)
  const members = query.data
  return (
    <div className="grid max-w-[48rem] gap-5 md:gap-6">
      {mayManage && members?.length === 1 && <JustYou />}
      <Panel title={circle.name}>
        {query.isPending && (
          <Loading
            className="grid gap-4 px-5 py-4 md:px-6"
            shapes={[{ width: '40%' }, { width: '75%', height: '1rem' }]}
          >
            Loading who belongs to the family…
          </Loading>
        )}
        {query.isError && !members && (
          <LoadFailure
            query={query}
            title="We couldn’t load the family"
            hint={errorText(query.error, 'Please try again.')}
          />
        )}
        {members && (
          <ul className="list">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} members={members} />
            ))}
          </ul>
        )}
        {members && !mayManage && <WhoMay right="manage" className="px-5 pb-5 md:px-6" />}
      </Panel>
      {mayManage && members && <Invitations memberCount={members.length} />}
    </div>
  )
}

/** Why somebody who looks after everything alone may want not to. */
function JustYou() {
  return (
    <Card>
      <EmptyState small title="You look after everything yourself" illustration={<KookaburraWire className="illus" />}>
        Invite a brother or sister, your partner or a neighbour. When nobody answers, we tell all of you together,
        everyone sees who’s checking, and someone is there when you’re on holiday.
      </EmptyState>
    </Card>
  )
}
