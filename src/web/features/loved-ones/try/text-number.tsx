import { MessageSquareText } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { useTextNumber } from './try-api.ts'

/** Sends Cooee's number to the loved one's phone; of a landline it says how else to save it. */
export function TextNumber({ lovedOne }: { lovedOne: LovedOne }) {
  const name = shortName(lovedOne.name)
  const text = useTextNumber(lovedOne.id)
  const { callsWaitForEmail } = useUser()
  if (isLandline(lovedOne.phoneNumber)) {
    return (
      <p className="muted">
        A landline can’t get texts. If it can save numbers, type ours in, or write it on a note beside the phone.
      </p>
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        size="sm"
        disabled={callsWaitForEmail || text.isSuccess}
        busy={text.isPending}
        busyLabel="Sending…"
        onClick={() => text.mutate()}
      >
        <MessageSquareText />
        Text it to {name}
      </Button>
      <p role="status">
        {text.isSuccess && text.data.message}
        {text.isError && errorText(text.error, 'We couldn’t send the text. Please try again.')}
      </p>
    </div>
  )
}
