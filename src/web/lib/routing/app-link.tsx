import type { ComponentProps, MouseEvent } from 'react'
import { go } from './history.ts'
import { fetchScreenAt } from './shown-place.ts'

/** Goes to an address of this app, as a link would. */
export function useGo(): typeof go {
  return go
}

/** A link to an address of this app that does not reload the page; its screen is fetched when it is pointed at. */
export function AppLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // A new tab or a download stays the browser's business.
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    go(href)
  }
  const fetchAhead = () => fetchScreenAt(href)
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onMouseEnter={fetchAhead}
      onFocus={fetchAhead}
      onTouchStart={fetchAhead}
    />
  )
}
