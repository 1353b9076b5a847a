import { useSyncExternalStore } from 'react'

/** From this width on there is a sidebar, and drawers are dialogs. */
export const DESKTOP = '(width >= 48rem)'

/** Whether a media query matches, re-rendering when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Whether the screen is wide enough for the sidebar. */
export function useIsDesktop(): boolean {
  return useMediaQuery(DESKTOP)
}
