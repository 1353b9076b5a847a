import type { User } from '#contract/accounts/accounts.ts'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'

/** The persisted store: what was known when the tab was last used. */
export const STORE_KEY = 'cooee-auth'
/** The token alone, kept beside the store as a backup. */
export const BACKUP_KEY = 'cooee-auth-token'
/** How many people the dashboard showed last: it keeps as much room while it loads. */
const PEOPLE_KEY = 'cooee-people'
const PEOPLE_GUESSED = 3
/** Whether the dashboard said last that somebody has no emergency contact, for the same reason. */
const FLAG_KEY = 'cooee-flag'
/** The phone number whose verification was put off, until somebody signs in again. */
const PUT_OFF_KEY = 'cooee-phone-later'

/** The cache with what the dashboard showed last (`last-state.ts`). */
export const LAST_STATE = 'cooee-last-state'

/** Removes it: nobody is signed in any more, or another family is shown. */
export function forgetLastState(): void {
  // Caches are missing on plain http.
  globalThis.caches?.delete(LAST_STATE).catch(() => {})
}

/** The loved ones whose list of what is missing was hidden, until somebody signs in again. */
const HIDDEN_KEY = 'cooee-protection-hidden'

/** What the persisted store holds. The user is a hint only: it is never trusted before the server has confirmed it. */
export interface StoredSession {
  user: User
  token: string | null
  authenticated: true
}

/** What `action` returns; null where storage is blocked or full. The cookie then carries the session alone. */
export function quietly<Result>(action: () => Result): Result | null {
  try {
    return action()
  } catch {
    return null
  }
}

/** What the persisted store holds; anybody may have written it. */
function stored(): { token?: unknown; user?: { id?: unknown } } | null {
  return quietly(() => JSON.parse(localStorage.getItem(STORE_KEY) ?? 'null'))
}

/** The token in the persisted store. */
export function storedToken(): string | null {
  const token = stored()?.token
  return typeof token === 'string' ? token : null
}

/** The backup token. */
export function backupToken(): string | null {
  return quietly(() => localStorage.getItem(BACKUP_KEY))
}

/** Whether somebody signed in on this browser and did not sign out. */
export function hasStoredSession(): boolean {
  return isKnownHere() || quietly(() => localStorage.getItem(STORE_KEY) ?? localStorage.getItem(BACKUP_KEY)) !== null
}

/** Whether the session cookie is there, as far as a script can know. */
export function isKnownHere(): boolean {
  return document.cookie.includes(`${SIGNED_IN_COOKIE}=1`)
}

export function storeSession(session: StoredSession): void {
  // Somebody else may not have signed out here: their family is not shown to this person.
  if (stored()?.user?.id !== session.user.id) forgetLastState()
  quietly(() => {
    localStorage.setItem(STORE_KEY, JSON.stringify(session))
    if (session.token) localStorage.setItem(BACKUP_KEY, session.token)
  })
}

export function forgetStoredSession(): void {
  quietly(() => {
    const keys = [STORE_KEY, BACKUP_KEY, PEOPLE_KEY, FLAG_KEY, PUT_OFF_KEY, HIDDEN_KEY]
    for (const key of keys) localStorage.removeItem(key)
  })
  forgetLastState()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${SIGNED_IN_COOKIE}=; Max-Age=0; Path=/`
}

export function rememberPeople(count: number): void {
  quietly(() => localStorage.setItem(PEOPLE_KEY, String(count)))
}

/** How many people the dashboard showed last on this browser; a guess where nothing is known. */
export function rememberedPeople(): number {
  return Number(quietly(() => localStorage.getItem(PEOPLE_KEY)) ?? PEOPLE_GUESSED) || 0
}

export function rememberFlag(isShown: boolean): void {
  quietly(() => localStorage.setItem(FLAG_KEY, isShown ? 'shown' : 'none'))
}

/** Whether the dashboard flagged a missing emergency contact when it was shown last. Where nothing is known it is likely. */
export function wasFlagShown(): boolean {
  return quietly(() => localStorage.getItem(FLAG_KEY)) !== 'none'
}

export function putOffPhone(phoneNumber: string): void {
  quietly(() => localStorage.setItem(PUT_OFF_KEY, phoneNumber))
}

/** Whether the account holder put off verifying this number on this browser. Signing out forgets it. */
export function isPhonePutOff(phoneNumber: string): boolean {
  return quietly(() => localStorage.getItem(PUT_OFF_KEY)) === phoneNumber
}

const hiddenProtections = (): string[] => (quietly(() => localStorage.getItem(HIDDEN_KEY)) ?? '').split(' ')

/** Hides what is missing for one loved one, on this browser. */
export function hideProtection(lovedOneId: number): void {
  quietly(() => localStorage.setItem(HIDDEN_KEY, [...hiddenProtections(), lovedOneId].join(' ').trim()))
}

/** Whether the account holder wants to read no more of it. Signing out forgets it. */
export function isProtectionHidden(lovedOneId: number): boolean {
  return hiddenProtections().includes(String(lovedOneId))
}
