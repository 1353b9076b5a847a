/**
 * Has the service worker (`public/sw.js`) remove the notifications that it shows, and the badge: somebody has signed out,
 * or somebody else uses this browser now. A session that ends by its date is no signing out: its notifications stay. Does
 * nothing where there is no worker.
 */
export function notifyWorker(message: 'left' | 'somebody-else'): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(message))
}
