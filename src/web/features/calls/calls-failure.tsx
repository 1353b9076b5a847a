import { ApiError } from '#web/lib/http/api-client.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/states.tsx'

interface CallsFailureProps {
  title: string
  hint?: string
  onRetry: () => void
}

/** Stands where a list of calls would be. Never an empty list: that would say that nothing is scheduled. */
export function CallsFailure({ title, hint, onRetry }: CallsFailureProps) {
  return (
    <Card>
      <ErrorState title={title} hint={hint} onRetry={onRetry} />
    </Card>
  )
}

/** "Failed to load calls (500): Something broke"; no number when no answer came at all, no words when it had none for a reader. */
export function loadFailureTitle(error: Error): string {
  const status = error instanceof ApiError && error.status > 0 ? ` (${error.status})` : ''
  // Without a sentence of ours an error is "502: " and whatever a proxy wrote.
  const words = error.message.replace(/^\d{3}: ?/, '')
  return `Failed to load calls${status}${words && !/[<{]/.test(words) ? `: ${words}` : ''}`
}
