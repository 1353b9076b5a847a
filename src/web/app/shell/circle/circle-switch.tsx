import { useMutation } from '@tanstack/react-query'
import { Check, ChevronDown, UsersRound } from 'lucide-react'
import { type User, userSchema } from '#contract/accounts/accounts.ts'
import type { Circle } from '#contract/accounts/circle.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { currentPlace, go } from '#web/lib/routing/history.ts'
import { replaceUser } from '#web/lib/session/session.ts'
import { RowMenu } from '#web/ui/overlay/row-menu.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import './circle-switch.css'

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
    <RowMenu
      label={`${user.circle.name}, switch family`}
      button={{
        className: 'circle-switch',
        content: (
          <>
            <span className="userbox__name wrap-anywhere">{user.circle.name}</span>
            <ChevronDown aria-hidden="true" />
          </>
        ),
      }}
      items={user.circles.map((circle) => {
        const isCurrent = circle.id === user.circle.id
        const { id, name: label } = circle
        return { id, label, isCurrent, icon: isCurrent ? Check : UsersRound, onSelect: () => choose(circle) }
      })}
    />
  )
}
