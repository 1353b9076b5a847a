/**
 * Has the service worker (`public/sw.js`) do something; nothing where there is none. `left` removes the notifications that it
 * shows, the badge and its subscription: somebody has signed out, or another person uses this browser now. A session that ends
 * by its date is no signing out: its notifications stay. `renew` tells the server the present address of this browser at its
 * push service.
 */
export function notifyWorker(message: 'left' | 'renew'): void {
  navigator.serviceWorker
    ?.getRegistration()
    .then((there) => there?.active?.postMessage(message))
    // A browser may refuse workers, as in a private window.
    .catch(() => {})
}
