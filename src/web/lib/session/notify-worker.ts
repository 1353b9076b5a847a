/**
 * Posts a message to the service worker (`public/sw.js`), if there is one.
 *
 * - `left`: somebody signed out, or another person signed in. The worker closes its notifications, clears the badge and
 *   unsubscribes. Not sent when a session expires: its notifications go on.
 * - `renew`: the worker sends this browser's current push address to the server.
 */
export function notifyWorker(message: 'left' | 'renew'): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then((there) => there?.active?.postMessage(message))
    // A browser may refuse workers, as in a private window.
    .catch(() => {})
}
