import { useLocation } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { isPhonePutOff } from '#web/lib/session/session-storage.ts'

// Seen in the first minutes, and after a change of number. What could not be loaded is also in the settings.
const PhoneNotice = lazyPart(
  async () => (await import('#web/domain/account/phone-verification.tsx')).PhoneNotice,
  () => null,
  <div className="note note--quiet phone-notice" aria-hidden="true" />,
)

/** Above every screen but the settings: nobody checked whether our texts reach the account holder. It can be put off. */
export function LazyPhoneNotice({ user: { phoneNumber, phoneVerified } }: { user: User }) {
  const isSaidBelow = useLocation()[0].startsWith('/settings')
  const isAsked = phoneNumber !== null && !phoneVerified && !isLandline(phoneNumber) && !isPhonePutOff(phoneNumber)
  return isAsked && !isSaidBelow && <PhoneNotice phoneNumber={phoneNumber} />
}
