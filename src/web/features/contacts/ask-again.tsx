import { MessageCircleQuestionMark } from 'lucide-react'
import type { Contact } from '#contract/people/contacts.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { useAskAgain } from './contacts-api.ts'

const DAY_MS = 86_400_000

/** Asks a contact once more who has not answered, or whom the last text did not reach. Not on the day of the last question. */
export function AskAgain({ contact }: { contact: Contact }) {
  const ask = useAskAgain(contact)
  const now = useNow()
  const { standing, askedAt, textsStoppedAt, phoneNumber } = contact
  const isOpen = standing === 'waiting' || standing === 'not_confirmed' || standing === 'unreachable'
  if (!isOpen || askedAt === null || textsStoppedAt !== null || isLandline(phoneNumber)) return null
  if (now.getTime() - Date.parse(askedAt) < DAY_MS) return null
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={`Ask ${contact.name} again`}
      busy={ask.isPending}
      busyLabel="Asking…"
      onClick={() => ask.mutate()}
    >
      <MessageCircleQuestionMark />
      Ask again
    </Button>
  )
}
