import { useEffect, useState } from 'react'
import { useShown } from '#web/lib/routing/shown-place.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'

/** What comes faster needs no notice: it would only flash. */
const NOTICED_AFTER_MS = 200

/** Says at once on a slow line that the next screen is loading; until then the old one stays. */
export function NextScreen() {
  const isComing = useShown((now) => now.isComing)
  const [isNoticed, setNoticed] = useState(false)
  useEffect(() => {
    if (!isComing) return
    const timer = window.setTimeout(() => setNoticed(true), NOTICED_AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      setNoticed(false)
    }
  }, [isComing])
  return (
    <>
      <LiveRegion>{isNoticed ? 'The next page is on its way.' : ''}</LiveRegion>
      {isNoticed && <div className="next-screen" aria-hidden="true" />}
    </>
  )
}
