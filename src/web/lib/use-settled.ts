import { useEffect, useState } from 'react'

const SETTLED_MS = 250

/** What somebody types, trimmed, once they pause: a server is not asked for every letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed.trim())
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
