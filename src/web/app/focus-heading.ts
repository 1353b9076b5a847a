import type { Place } from '#web/lib/routing/history.ts'

/** Dialogs that have their own address lie over the screen they belong to. */
function screenOf(pathname: string): string {
  return pathname.startsWith('/calls/edit') ? '/calls' : pathname.replace(/\/$/, '')
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Moves the focus to the new screen's heading, so that screen readers start there and not at the old link. */
export function focusAfterMove(from: Place, to: Place): void {
  if (screenOf(from.pathname) === screenOf(to.pathname)) return
  if (document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')) return
  focusHeading()
  // Until a screen that is still on its way has its heading, the focus waits where the heading will be.
  focusOnceDrawn(() => document.querySelector('main'))
}

/** How long a screen's heading may take. */
const HEADING_WITHIN_MS = 20_000

/** Focuses the heading of the first screen once it is drawn: after signing in, the button that had the focus is gone. */
export function focusFirstHeading(): void {
  focusOnceDrawn(() => document.body)
}

/** Focuses the heading once it is drawn, unless the focus has moved on from where it waits. */
function focusOnceDrawn(waitsAt: () => Element | null): void {
  const arrived = () => {
    if (document.activeElement !== waitsAt()) return true
    if (!document.querySelector('main h1')) return false
    focusHeading()
    return true
  }
  if (arrived()) return
  const observer = new MutationObserver(() => arrived() && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  window.setTimeout(() => observer.disconnect(), HEADING_WITHIN_MS)
}

/** Code that removes a control may move the focus on; a dialog that closes gives it back a moment later. */
const OTHERS_FIRST_MS = 100

/** Moves the focus to the screen's heading when what had it is gone: otherwise the next Tab would start at the top of the page. */
export function keepFocus(): () => void {
  let last: Element | null = null
  let timer: number | undefined
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target
  }
  const mend = () => {
    timer = undefined
    const isLost = last !== null && !last.isConnected && document.activeElement === document.body
    if (isLost && !document.querySelector('[role="dialog"], [role="alertdialog"]')) focusHeading()
  }
  const removals = new MutationObserver(() => {
    if (last && !last.isConnected) timer ??= window.setTimeout(mend, OTHERS_FIRST_MS)
  })
  document.addEventListener('focusin', remember)
  removals.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    removals.disconnect()
    window.clearTimeout(timer)
  }
}
