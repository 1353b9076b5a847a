import { useEffect, useState } from 'react'

/** The token of the link that opened the screen, taken out of the address at once: an address is seen, kept and shared. */
export function useTokenOfLink(token: string | undefined): string | undefined {
  const [kept] = useState(token)
  useEffect(() => {
    // Not through the router, which would render the screen again, without a token.
    if (kept && location.search) history.replaceState(history.state, '', location.pathname)
  }, [kept])
  return kept
}
