/** A signed-in user would be redirected again from these. */
const FOR_VISITORS = ['/', '/login', '/register']

/** Where to go after signing in: an address inside this app, else the dashboard. Never another site. */
export function safeTarget(next: string | null | undefined): string {
  if (!next) return '/dashboard'
  const target = URL.parse(next, window.location.origin)
  if (target?.origin !== window.location.origin || FOR_VISITORS.includes(target.pathname)) {
    return '/dashboard'
  }
  // "/.//evil.example" is an address of ours whose path, alone, would be somebody else's.
  return target.pathname.replace(/^\/{2,}/, '/') + target.search + target.hash
}
