import { type ComponentProps, type ElementType, useEffect } from 'react'

let openLayers = 0

interface RemoveScrollProps extends ComponentProps<'div'> {
  as?: ElementType
  enabled?: boolean
  // What the original takes and a page that cannot scroll does not need.
  allowPinchZoom?: boolean
  shards?: unknown
}

/** Stands in for the package of the same name, which Radix imports; the lock itself is a rule in base.css. */
export function RemoveScroll({
  as: Box = 'div',
  enabled = true,
  allowPinchZoom: _,
  shards: __,
  ...rest
}: RemoveScrollProps) {
  useEffect(() => {
    if (!enabled) return
    openLayers += 1
    const page = document.documentElement
    // The room of a vanished scrollbar is kept, so that nothing moves sideways.
    if (openLayers === 1) page.style.setProperty('--scrollbar', `${window.innerWidth - page.clientWidth}px`)
    page.setAttribute('data-scroll-locked', '')
    return () => {
      openLayers -= 1
      if (openLayers === 0) page.removeAttribute('data-scroll-locked')
    }
  }, [enabled])
  return <Box {...rest} />
}
