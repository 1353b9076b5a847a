import type { AnyRouter } from '@tanstack/react-router'

/** Dialogs that have an address of their own lie over the screen they belong to. */
function screenOf(pathname: string): string {
  return pathname.startsWith('/calls/edit') ? '/calls' : pathname.replace(/\/$/, '')
}

/** Moves the focus to the new screen's heading, so that screen readers start there and not at the old link. */
export function focusHeadingOnNavigation(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (!fromLocation || screenOf(fromLocation.pathname) === screenOf(toLocation.pathname)) return
    if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
