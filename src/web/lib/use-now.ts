import { useEffect, useState } from 'react'

const TICK_MS = 15_000

/** The present moment, moving on by itself, for "in 36 minutes" and the like. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
