/** Set and cleared with the session cookie: tells the app that asking who is signed in is worth it. No secret, and no proof. */
export const SIGNED_IN_COOKIE = 'cooee-known-here'
