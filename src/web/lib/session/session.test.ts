// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { BACKUP_KEY, STORE_KEY } from './session-storage.ts'

/** The session as a freshly loaded page sees it. */
async function freshPage() {
  vi.resetModules()
  return import('./session.ts')
}

const tokenOf = (headers: Headers) => headers.get('authorization')

beforeEach(() => localStorage.clear())

test('the cookie alone is enough to be signed in', async () => {
  const session = await freshPage()
  const seen = fakeFetch({ 'GET /api/me': () => json(200, aUser()) })
  expect(await session.verifySession()).toBe('signed-in')
  expect(session.getSession()).toMatchObject({ status: 'signed-in', token: null })
  expect(seen).toHaveLength(1)
})

test('without a cookie the persisted token is tried, then the backup token', async () => {
  localStorage.setItem(STORE_KEY, JSON.stringify({ token: 'stored' }))
  localStorage.setItem(BACKUP_KEY, 'backup')
  const session = await freshPage()
  const seen = fakeFetch({
    'GET /api/me': ({ headers }) => (tokenOf(headers) === 'Bearer backup' ? json(200, aUser()) : json(401, {})),
  })
  expect(await session.verifySession()).toBe('signed-in')
  expect(seen.map(({ headers }) => tokenOf(headers))).toEqual([null, 'Bearer stored', 'Bearer backup'])
  expect(session.bearerToken()).toBe('backup')
})

test('a session that began with the cookie goes on with the token once the cookie is gone', async () => {
  const session = await freshPage()
  let hasCookie = true
  fakeFetch({
    'GET /api/me': ({ headers }) =>
      hasCookie || tokenOf(headers) === 'Bearer backup' ? json(200, aUser()) : json(401, {}),
  })
  localStorage.setItem(BACKUP_KEY, 'backup')
  await session.verifySession()
  expect(session.bearerToken()).toBeUndefined()
  hasCookie = false
  expect(await session.verifySession()).toBe('signed-in')
  expect(session.bearerToken()).toBe('backup')
})

test('when every token is refused, nothing of the session stays in the browser', async () => {
  localStorage.setItem(STORE_KEY, JSON.stringify({ token: 'stale' }))
  localStorage.setItem(BACKUP_KEY, 'stale')
  const session = await freshPage()
  fakeFetch({ 'GET /api/me': () => json(401, { message: 'no' }) })
  expect(await session.verifySession()).toBe('signed-out')
  expect(localStorage.getItem(STORE_KEY)).toBeNull()
  expect(localStorage.getItem(BACKUP_KEY)).toBeNull()
})

test('a server that cannot be reached proves nothing: the token is kept for the next time', async () => {
  localStorage.setItem(BACKUP_KEY, 'good')
  const session = await freshPage()
  fakeFetch({
    'GET /api/me': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  expect(await session.verifySession()).toBe('unreachable')
  expect(session.getSession()).toEqual({ status: 'unreachable' })
  expect(localStorage.getItem(BACKUP_KEY)).toBe('good')
})

test('verifications under way are shared', async () => {
  const session = await freshPage()
  const seen = fakeFetch({ 'GET /api/me': () => json(200, aUser()) })
  await Promise.all([session.verifySession(), session.verifySession()])
  expect(seen).toHaveLength(1)
})

test('a slow verification does not undo a sign-in that happened meanwhile', async () => {
  const session = await freshPage()
  const answer = Promise.withResolvers<Response>()
  fakeFetch({ 'GET /api/me': () => answer.promise })
  const verification = session.verifySession()
  session.signIn({ user: aUser(), token: 'new' })
  answer.resolve(json(401, {}))
  expect(await verification).toBe('signed-in')
  expect(session.bearerToken()).toBe('new')
})

test('signing in fills every place of the token, and forgetting empties them', async () => {
  const session = await freshPage()
  session.signIn({ user: aUser(), token: 'secret' })
  expect(session.bearerToken()).toBe('secret')
  expect(localStorage.getItem(BACKUP_KEY)).toBe('secret')
  expect(JSON.parse(localStorage.getItem(STORE_KEY) ?? '{}')).toMatchObject({ token: 'secret', authenticated: true })
  session.forgetSession('left')
  expect(session.bearerToken()).toBeUndefined()
  expect(localStorage).toHaveLength(0)
})

test('signing out leaves nothing in the browser: no token, no name, no number, no form', async () => {
  const session = await freshPage()
  const { rememberFlag, rememberPeople } = await import('./session-storage.ts')
  const { storeDraft, storedDraft } = await import('#web/lib/forms/draft-storage.ts')
  session.signIn({ user: aUser(), token: 'secret' })
  rememberPeople(7)
  rememberFlag(true)
  storeDraft({ scope: '7/1', name: 'loved-one/new', values: { notes: 'heart' }, creationKey: 'k' })
  session.forgetSession('left')
  expect(localStorage).toHaveLength(0)
  expect(sessionStorage).toHaveLength(0)
  expect(storedDraft()).toBeNull()
  expect(document.cookie).not.toContain('cooee-known-here=1')
})

test('signing out in one tab signs out the others', async () => {
  const session = await freshPage()
  session.signIn({ user: aUser(), token: 'secret' })
  const unfollow = session.followOtherTabs()
  window.dispatchEvent(new StorageEvent('storage', { key: STORE_KEY, newValue: null }))
  expect(session.getSession()).toEqual({ status: 'signed-out', why: 'ended' })
  unfollow()
})

test('what is known already is not drawn again, and the other tabs hear nothing', async () => {
  const session = await freshPage()
  session.signIn({ user: aUser(), token: 'secret' })
  fakeFetch({ 'GET /api/me': () => json(200, aUser()) })
  const before = session.getSession()
  expect(await session.verifySession()).toBe('signed-in')
  expect(session.getSession()).toBe(before)
})

test('entering another circle in one tab has the others ask who they are', async () => {
  const session = await freshPage()
  session.signIn({ user: aUser(), token: 'secret' })
  const elsewhere = aUser({ circle: { id: 2, name: 'Rao’s family', role: 'viewer', mayHearCalls: false } })
  const seen = fakeFetch({ 'GET /api/me': () => json(200, elsewhere) })
  const unfollow = session.followOtherTabs()
  const newValue = JSON.stringify({ user: elsewhere, token: 'secret', authenticated: true })
  localStorage.setItem(STORE_KEY, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key: STORE_KEY, newValue }))
  await vi.waitFor(() => expect(session.shownCircle()).toBe(2))
  // Said once more, it is no news.
  window.dispatchEvent(new StorageEvent('storage', { key: STORE_KEY, newValue }))
  expect(seen).toHaveLength(1)
  unfollow()
})

test('a draft of one circle is not offered in another', async () => {
  const session = await freshPage()
  const { storeDraft } = await import('#web/lib/forms/draft-storage.ts')
  const { waitingDraft } = await import('#web/lib/forms/draft.ts')
  storeDraft({ scope: '7/1', name: 'loved-one/new', values: { name: 'June' }, creationKey: 'k' })
  session.signIn({
    user: aUser({ circle: { id: 2, name: 'Rao’s family', role: 'owner', mayHearCalls: true } }),
    token: 't',
  })
  expect(waitingDraft('loved-one/')).toBeUndefined()
  session.signIn({ user: aUser(), token: 't' })
  expect(waitingDraft('loved-one/')).toBe('new')
})

test('who signs in where somebody else did not sign out never finds what was shown to them last', async () => {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) })
  try {
    const session = await freshPage()
    session.signIn({ user: aUser(), token: 'hers' })
    deleted.length = 0
    session.signIn({ user: aUser(), token: 'hers again' })
    expect(deleted).toEqual([])
    session.signIn({ user: aUser({ id: 8, username: 'somebody.else' }), token: 'his' })
    expect(deleted).toEqual(['cooee-last-state'])
  } finally {
    vi.unstubAllGlobals()
  }
})
