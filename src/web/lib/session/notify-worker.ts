/**
 * Has the service worker (`public/sw.js`) remove the notifications that it shows, the badge and its subscription: somebody has
 * signed out, or somebody else uses this browser now. A session that ends by its date is no signing out: its notifications
 * stay. Does nothing where there is no worker.
 */
export function notifyWorker(message: 'left' | 'somebody-else'): void {
  const posted = navigator.serviceWorker?.getRegistration().then((there) => there?.active?.postMessage(message))
  // A browser may refuse workers, as in a private window.
  posted?.catch(() => undefined)
}
