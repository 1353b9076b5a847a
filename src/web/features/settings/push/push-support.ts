/** How a browser stands to notifications. */
export type PushSupport =
  /** It can be notified; `blocked`: somebody said no, which only the browser's own settings change. */
  | 'possible'
  | 'blocked'
  /** An iPhone or iPad: only an app on the home screen is notified there (iOS 16.4 and later). */
  | 'needs_home_screen'
  | 'missing'

/** What this browser can do. Asks nothing. */
function pushSupport(): PushSupport {
  const isApple =
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  if (isApple && !isInstalled) return 'needs_home_screen'
  if (!('PushManager' in window) || !('Notification' in window) || !navigator.serviceWorker) return 'missing'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** This browser's subscription, or null. */
async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/**
 * Asks for permission, which browsers allow on a tap alone, and subscribes. Null where it was not given. A subscription that
 * was made for another key of Cooee is replaced.
 */
async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return (await pushManager.subscribe(options)).toJSON()
  } catch (error) {
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return (await pushManager.subscribe(options)).toJSON()
  }
}

/** This browser is notified no more, whatever the server says. */
async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe()
}

/** What the screen asks of the browser. Test files share modules, so tests replace its members, never the module. */
export const browserPush = { support: pushSupport, subscribe, unsubscribe }
