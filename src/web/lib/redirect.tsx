import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Goes elsewhere, once: the address changes under this component while the next screen is still loading. */
export function Redirect({ to }: { to: string }) {
  const router = useRouter()
  const [href] = useState(to)
  useEffect(() => {
    void router.navigate({ href, replace: true })
  }, [router, href])
  return null
}
