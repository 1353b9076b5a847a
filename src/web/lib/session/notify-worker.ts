/**
 * Has the service worker (`public/sw.js`) remove the notifications that it shows, and the badge: somebody has signed out,
 * or somebody else may have signed in. A session that ends by its date is no signing out: its notifications stay.
 */
export function notifyWorker(message: 'signed-out' | 'signed-in'): void {
  // Missing on plain http; a browser may refuse to look, as in a private window.
  navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active?.postMessage(message))
    .catch(() => {})
}
