import { isAnswerLost } from '#web/lib/api-client.ts'
import { Callout } from '#web/ui/callout.tsx'

/** Above a form: why it was not saved, and that nothing typed is lost when it is the connection that failed. */
export function SaveFailure({ text, error }: { text: string; error: unknown }) {
  return (
    <Callout kind="error">
      {text}
      {isAnswerLost(error) && <p>What you entered is still here. You can safely try again: nothing is saved twice.</p>}
    </Callout>
  )
}
