import { ApiError, api } from '#web/lib/http/api-client.ts'

/** Who has been asked for since the page was loaded: `personId/circleId`. */
let renewedFor: string | undefined

/**
 * Once for each page load and reader: has the server push to the address that this browser has now, which may have changed while
 * no worker could say so. A browser that the person does not want notified is unsubscribed.
 */
export async function renewPush(scope: string): Promise<void> {
  if (renewedFor === scope || globalThis.Notification?.permission !== 'granted') return
  renewedFor = scope
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  try {
    await api.postWithoutAnswer('/api/push-devices/renew', subscription.toJSON())
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) await subscription.unsubscribe()
    // Anything else: the next page asks again.
  }
}
