/** Set and cleared with the session cookie: tells the app that asking who is signed in is worthwhile. It is neither a secret nor a proof. */
export const SIGNED_IN_COOKIE = 'cooee-known-here'
