import type { Auth, User } from '#contract/accounts/accounts.ts'
import { forgetDraft } from '#web/lib/forms/draft-storage.ts'
import { dropPrefetched, send } from '#web/lib/http/send.ts'
import { forgetReader, noteReader } from './note-reader.ts'
import {
  BACKUP_KEY,
  backupToken,
  forgetStoredSession,
  STORE_KEY,
  storedToken,
  storeSession,
} from './session-storage.ts'

/** Who is signed in. `unknown` until the server was asked; `token` is null when the cookie alone carries the session. */
export type Session =
  | { status: 'unknown' }
  | { status: 'signed-out'; why: SignedOutReason }
  /** The server could not be asked when the page loaded: nobody is signed out by that, and it is asked again. */
  | { status: 'unreachable' }
  | { status: 'signed-in'; user: User; token: string | null }

/**
 * `left` by signing out, `ended` while in use (expired, or signed out elsewhere). `revoked`: a link from a mail has ended all
 * sessions of its account, which need not be that of the person who uses this browser.
 */
export type SignedOutReason = 'never' | 'left' | 'ended' | 'revoked'

/** How a verification ended; `unreachable` means that the server gave no usable answer, not that it refused. */
export type Verification = 'signed-in' | 'signed-out' | 'unreachable'

let session: Session = { status: 'unknown' }
let verification: Promise<Verification> | undefined
const listeners = new Set<() => void>()

function become(next: Session) {
  session = next
  dropPrefetched()
  for (const listener of listeners) listener()
}

/** The session as it stands. */
export function getSession(): Session {
  return session
}

/** The token to send, when one is known. */
export function bearerToken(): string | undefined {
  return session.status === 'signed-in' ? (session.token ?? undefined) : undefined
}

/** Calls `listener` after every change; the answer unsubscribes. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps who is signed in: in memory, in the persisted store and as the backup token. */
function enter(user: User, token: string | null) {
  storeSession({ user, token, authenticated: true })
  become({ status: 'signed-in', user, token })
}

/** Keeps what a login or registration answered. */
export function signIn({ user, token }: Auth): void {
  noteReader(user.id)
  enter(user, token)
}

/** What a change of the account answered: the user as they are now. Does nothing once nobody is signed in. */
export function replaceUser(user: User): void {
  if (session.status === 'signed-in' && session.user.id === user.id) enter(user, session.token)
}

/** Forgets the session in every place of this browser; the server's part is `POST /api/logout`. */
export function forgetSession(why: SignedOutReason): void {
  forgetStoredSession()
  // A user who signs out leaves nothing behind; one whose session ended comes back to what was typed.
  if (why === 'left') {
    forgetDraft()
    forgetReader()
  }
  become({ status: 'signed-out', why })
}

type Asked = { answer: 'yes'; user: User } | { answer: 'no' } | { answer: 'unreachable' }

async function askWhoIAm(token: string | undefined): Promise<Asked> {
  try {
    const response = await send('/api/me', { token })
    if (response.status === 401) return { answer: 'no' }
    if (!response.ok) return { answer: 'unreachable' }
    // Loaded here: the form for signing in is on the screen without the contract.
    const { userSchema } = await import('#contract/accounts/accounts.ts')
    return { answer: 'yes', user: userSchema.parse(await response.json()) }
  } catch {
    return { answer: 'unreachable' }
  }
}

/** The tokens to try, in the specified order; `undefined` asks with the cookie alone. */
function tokensToTry(): (string | undefined)[] {
  const tokens = [bearerToken(), undefined, storedToken() ?? undefined, backupToken() ?? undefined]
  return [...new Set(tokens)]
}

async function verify(): Promise<Verification> {
  const before = session
  for (const token of tokensToTry()) {
    const asked = await askWhoIAm(token)
    // Somebody signed in or out meanwhile; that is newer than this answer.
    if (session !== before) return session.status === 'signed-in' ? 'signed-in' : 'signed-out'
    // A server that cannot be reached proves nothing about the token: keep it for the next time.
    if (asked.answer === 'unreachable') {
      if (session.status === 'unknown') become({ status: 'unreachable' })
      return 'unreachable'
    }
    if (asked.answer === 'yes') {
      // What is known, in the way that is known: nothing is drawn again, and no other tab is notified. Where the cookie is
      // gone, the token that worked is kept: the next requests need it.
      const isKnown = before.status === 'signed-in' && before.token === (token ?? null)
      if (isKnown && JSON.stringify(before.user) === JSON.stringify(asked.user)) return 'signed-in'
      enter(asked.user, token ?? null)
      return 'signed-in'
    }
  }
  forgetSession(before.status === 'signed-in' ? 'ended' : 'never')
  return 'signed-out'
}

/** Asks the server who is signed in. Calls made while one is under way share its answer. */
export function verifySession(): Promise<Verification> {
  verification ??= verify().finally(() => {
    verification = undefined
  })
  return verification
}

/** Signing out in one tab signs out the others; entering another circle, or being somebody else, has them ask again. */
export function followOtherTabs(): () => void {
  function follow(event: StorageEvent) {
    if (session.status !== 'signed-in') return
    const removed = (event.key === STORE_KEY || event.key === BACKUP_KEY) && event.newValue === null
    if (removed || event.key === null) return forgetSession('ended')
    if (event.key === STORE_KEY && !event.newValue?.includes(JSON.stringify(session.user))) void verifySession()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The circle that the screens show; undefined where nobody is signed in. */
export function shownCircle(): number | undefined {
  return session.status === 'signed-in' ? session.user.circle.id : undefined
}

/** Whose data the screens may show: a person in a circle. Undefined where nobody is signed in. */
export function sessionScope(): string | undefined {
  return session.status === 'signed-in' ? `${session.user.id}/${session.user.circle.id}` : undefined
}
