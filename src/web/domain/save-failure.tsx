import { ApiError, isAnswerLost } from '#web/lib/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'
import { SubscriptionLink } from './subscription-link.tsx'

/** Above a form: why it was not saved, and that nothing typed is lost when it is the connection that failed. */
export function SaveFailure({ text, error }: { text: string; error: unknown }) {
  return (
    <Callout kind="error">
      {text}
      {isAnswerLost(error) && <p>What you typed is still here. You can safely try again: we won’t save it twice.</p>}
      {error instanceof ApiError && error.status === 402 && <SubscriptionLink />}
    </Callout>
  )
}
