/**
 * Whether this page can be signed in to with a passkey: browsers give them to pages with https and to localhost, and to
 * none at an address of numbers. It loads nothing: the sign-in page asks it before anybody wants one.
 */
export function browserHasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && window.isSecureContext && !/^[\d.]+$|:/.test(location.hostname)
}
