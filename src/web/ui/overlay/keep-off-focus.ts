const GAP_PX = 12

/**
 * Lifts the region of toasts above the element that has the focus, where it would lie over it (WCAG 2.4.11), until `shown` is
 * aborted.
 */
export function keepOffFocus(region: HTMLElement, shown: AbortSignal): void {
  if (shown.aborted) return
  const place = () => {
    // A button of the toast that is pressed has the focus, and must not move away before it is let go.
    if (region.contains(document.activeElement)) return
    region.style.removeProperty('translate')
    const lift = liftOver(region, document.activeElement)
    if (lift > 0) region.style.translate = `0 ${-lift}px`
  }
  place()
  document.addEventListener('focusin', place, { signal: shown })
  document.addEventListener('scroll', place, { signal: shown, passive: true, capture: true })
  shown.addEventListener('abort', () => region.style.removeProperty('translate'), { once: true })
}

/** In pixels; none where they are apart, and where what has the focus leaves no place above it: a toast does not hide that whole. */
function liftOver(region: HTMLElement, focused: Element | null): number {
  if (!focused || focused === document.body) return 0
  const own = region.getBoundingClientRect()
  const other = focused.getBoundingClientRect()
  const isApart =
    other.top >= own.bottom || other.bottom <= own.top || other.left >= own.right || other.right <= own.left
  const lift = own.bottom - other.top + GAP_PX
  return isApart || lift > own.top ? 0 : lift
}
