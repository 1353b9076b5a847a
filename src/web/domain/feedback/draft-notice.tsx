import type { DraftOf } from '#web/lib/forms/draft.ts'
import { Callout } from '#web/ui/callout.tsx'

/** Above a form that was brought back after signing in again. */
export function DraftNotice({ draft }: { draft: DraftOf<object> }) {
  if (!draft.restored) return null
  return <Callout>You had to sign in again. What you typed is still here, but not saved yet.</Callout>
}
