import { useMutation } from '@tanstack/react-query'
import { Check, ChevronsUpDown, UsersRound } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type User, userSchema } from '#contract/accounts/accounts.ts'
import type { Circle } from '#contract/accounts/circle.ts'
import { ROLE_LABELS } from '#web/domain/account/role-labels.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { currentPlace, go } from '#web/lib/routing/history.ts'
import { replaceUser } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** The circles of somebody who belongs to several, and the way from one to another. */
export function CircleSwitch({ user, onSwitched }: { user: User; onSwitched?: (() => void) | undefined }) {
  const enter = useMutation({
    mutationFn: ({ id }: Circle) => api.post(userSchema, `/api/circles/${id}/enter`),
    // What follows of it, the shell does: also where another tab entered a circle.
    onSuccess: (entered) => {
      onSwitched?.()
      replaceUser(entered)
    },
    onError: (error) => toast.error(errorText(error, 'We couldn’t switch to the other family. Please try again.')),
  })
  /** A form with unsaved changes asks first, as it does before any other screen; who stays there, stays in the circle. */
  function choose(circle: Circle) {
    if (circle.id === user.circle.id || enter.isPending) return
    go('/dashboard')
    if (currentPlace().pathname === '/dashboard') enter.mutate(circle)
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="circle" aria-busy={enter.isPending || undefined}>
        <UsersRound aria-hidden="true" />
        <span className="circle__name">
          {user.circle.name}
          <span className="sr-only">, switch family</span>
        </span>
        <ChevronsUpDown aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={12}>
        {user.circles.map((circle) => (
          <DropdownMenu.Item
            key={circle.id}
            className="menu__item"
            aria-current={circle.id === user.circle.id || undefined}
            onSelect={() => choose(circle)}
          >
            <span>
              {circle.name}
              <span className="circle__role">You’re {ROLE_LABELS[circle.role].toLowerCase()}</span>
            </span>
            {circle.id === user.circle.id && <Check className="tick" aria-label="shown now" />}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
