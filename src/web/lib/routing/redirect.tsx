import { useEffect, useState } from 'react'
import { redirectTo } from './history.ts'

/** Goes elsewhere, once: the address changes under this component while the next screen is still loading. */
export function Redirect({ to }: { to: string }) {
  const [href] = useState(to)
  useEffect(() => redirectTo(href), [href])
  return null
}
