import { SubscriptionLink } from '#web/domain/account/subscription-link.tsx'
import { ApiError, isAnswerLost } from '#web/lib/http/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'

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
