import { useEffect } from 'react'

/**
 * Clears the badge of the app while the dashboard shows what it counts, also when the page is looked at again, and when a
 * push sets it meanwhile. `shownAt`: when the news on the screen was loaded; null while it cannot be shown.
 */
export function useClearedBadge(shownAt: number | null): void {
  useEffect(() => {
    if (shownAt === null) return
    const clear = () => {
      if (document.visibilityState === 'visible') navigator.clearAppBadge?.().catch(() => undefined)
    }
    clear()
    document.addEventListener('visibilitychange', clear)
    const clearSet = ({ data }: MessageEvent) => {
      if (data === 'badge') clear()
    }
    // The worker says when it has set one.
    navigator.serviceWorker?.addEventListener('message', clearSet)
    return () => {
      document.removeEventListener('visibilitychange', clear)
      navigator.serviceWorker?.removeEventListener('message', clearSet)
    }
  }, [shownAt])
}
