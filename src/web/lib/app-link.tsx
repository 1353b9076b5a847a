import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

/**
 * Goes to an address of this app, as a link or the browser's buttons would: what leads to where one is adds no step to go
 * back from (a tab is chosen by the press and again by the focus that comes with it).
 */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter()
  return (href, { replace = false } = {}) => {
    if (replace || href === history.location.href) history.replace(href)
    else history.push(href)
  }
}

/** A link to an address of this app that does not load the page anew. */
export function AppLink({ href, onClick, ...rest }: ComponentProps<'a'> & { href: string }) {
  const go = useGo()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    // A new tab or a download stays the browser's business.
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    go(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}
