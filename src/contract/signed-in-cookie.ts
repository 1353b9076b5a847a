/**
 * Set and cleared together with the session cookie, which no script can read: tells the app that asking who is signed
 * in is worth it. It holds no secret and proves nothing.
 */
export const SIGNED_IN_COOKIE = 'cooee-known-here'
