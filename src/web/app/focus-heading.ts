import type { AnyRouter } from '@tanstack/react-router'

/** Dialogs that have an address of their own lie over the screen they belong to. */
function screenOf(pathname: string): string {
  return pathname.startsWith('/calls/edit') ? '/calls' : pathname.replace(/\/$/, '')
}

function focusHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return null
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return heading
}

/** Moves the focus to the new screen's heading, so that screen readers start there and not at the old link. */
export function focusHeadingOnNavigation(router: AnyRouter): () => void {
  let heading: HTMLElement | null = null
  // A screen may draw its heading anew once its data is there; the focus would be lost with the old one.
  const replaced = new MutationObserver(() => {
    if (heading && !heading.isConnected && document.activeElement === document.body) heading = focusHeading()
  })
  const unsubscribe = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!fromLocation || screenOf(fromLocation.pathname) === screenOf(toLocation.pathname)) return
    if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return
    heading = focusHeading()
    replaced.observe(document.body, { childList: true, subtree: true })
  })
  return () => {
    unsubscribe()
    replaced.disconnect()
  }
}
