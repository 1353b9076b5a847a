import type { User } from '#contract/accounts/accounts.ts'
import type { Circle } from '#contract/accounts/circle.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** Says that the screens show another circle now, and where somebody no longer belongs to the one before. */
export function announceCircle(before: Circle, { circle: now, circles }: User): void {
  if (circles.some(({ id }) => id === before.id)) toast.success(`You’re now in ${now.name}.`)
  else toast.error(`You no longer belong to ${before.name}.`, `You’re now in ${now.name}`)
}
