import { Crown, Eye, HandHeart, HeadphoneOff, Headphones, LogOut, TreePalm, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#core/format/dates.ts'
import { initials } from '#core/format/initials.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { ROLE_LABELS } from '#web/domain/account/role-labels.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { useUser } from '#web/lib/session/use-session.ts'
import { DialogMissing } from '#web/ui/overlay/dialog-loading.tsx'
import { RowMenu, type RowMenuItem } from '#web/ui/overlay/row-menu.tsx'
import { awayInWords } from './away-in-words.ts'
import { type Member, useChangeMember } from './family-api.ts'
import { LeaveFamily } from './leave-family.tsx'
import { MakeOwner } from './make-owner.tsx'
import { RemoveMember } from './remove-member.tsx'

// It brings a calendar.
const AwayOfMember = lazyPart(
  async () => (await import('./away-of-member.tsx')).AwayOfMember,
  (failure, { onClose }) => <DialogMissing title="Away" failure={failure} onClose={onClose} />,
)

type Asking = 'away' | 'remove' | 'leave' | 'make-owner'

interface MemberRowProps {
  member: Member
  members: readonly Member[]
}

/** One member: who, what they may do, since when, and whether they are away; with what the reader may change. */
export function MemberRow({ member, members }: MemberRowProps) {
  const { name, email, joinedAt, isYou, away } = member
  const { timezone } = useUser()
  const [asking, setAsking] = useState<Asking | null>(null)
  const items = useMemberActions(member, setAsking)
  const close = () => setAsking(null)
  const [firstName = '', ...others] = name.split(' ')
  return (
    <li>
      <span className="avatar" aria-hidden="true">
        {initials({ firstName, lastName: others.at(-1) ?? null, username: name })}
      </span>
      <div className="list__main flex items-center justify-between gap-2">
        <div className="min-w-0">
          <span className="list__title">
            {name}
            {isYou && ' (you)'}
          </span>
          <span className="list__meta">
            {roleInWords(member)}, since {formatDate(new Date(joinedAt), timezone)}
          </span>
          {email && <span className="list__meta wrap-anywhere">{email}</span>}
          {away && <span className="list__meta">{awayInWords(member, members)}</span>}
        </div>
        {items.length > 0 && (
          <div className="shrink-0">
            <RowMenu label={`Actions for ${name}`} items={items} />
          </div>
        )}
      </div>
      {asking === 'away' && <AwayOfMember member={member} members={members} onClose={close} />}
      {asking === 'remove' && <RemoveMember member={member} onClose={close} />}
      {asking === 'leave' && <LeaveFamily member={member} isOwner={member.role === 'owner'} onClose={close} />}
      {asking === 'make-owner' && <MakeOwner member={member} onClose={close} />}
    </li>
  )
}

function roleInWords({ role, mayHearCalls }: Member): string {
  return role === 'viewer' && mayHearCalls ? 'Viewer who hears calls' : ROLE_LABELS[role]
}

/** The owner changes anybody; everybody says when they are away, and may leave. */
function useMemberActions(member: Member, ask: (asking: Asking) => void): RowMenuItem[] {
  const mayManage = useRight('manage')
  const change = useChangeMember(member)
  const { role, mayHearCalls, isYou, away } = member
  if (!mayManage && !isYou) return []
  const items: RowMenuItem[] = [
    { label: away ? 'Change time away' : 'Set time away', icon: TreePalm, onSelect: () => ask('away') },
  ]
  if (isYou)
    return [...items, { label: 'Leave the family', icon: LogOut, onSelect: () => ask('leave'), destructive: true }]
  if (role === 'viewer') {
    items.push(
      {
        label: 'Make carer',
        icon: HandHeart,
        onSelect: () => change.mutate({ role: 'carer' }),
      },
      mayHearCalls
        ? {
            label: 'Don’t allow hearing calls',
            icon: HeadphoneOff,
            onSelect: () => change.mutate({ mayHearCalls: false }),
          }
        : { label: 'Allow hearing calls', icon: Headphones, onSelect: () => change.mutate({ mayHearCalls: true }) },
    )
  } else {
    items.push({
      label: 'Make viewer',
      icon: Eye,
      onSelect: () => change.mutate({ role: 'viewer', mayHearCalls: false }),
    })
  }
  return [
    ...items,
    { label: 'Make owner', icon: Crown, onSelect: () => ask('make-owner') },
    { label: 'Remove', icon: UserRoundX, onSelect: () => ask('remove'), destructive: true },
  ]
}
