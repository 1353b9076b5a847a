import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { sandboxRunning } from '#contract/admin/sandbox-running.ts'
import { api } from '#web/lib/http/api-client.ts'

/** While the phones are the built-in ones: says so, and leads to them in their own tab. */
export function SandboxNote() {
  const { data } = useQuery({
    queryKey: ['sandbox-running'],
    queryFn: ({ signal }) => api.get(sandboxRunning, '/api/sandbox', { signal }),
    // It changes only when the server restarts with other settings.
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
  if (!data?.address) return null
  return (
    <a className="sandbox-note" href={data.address} target="_blank" rel="noreferrer">
      <FlaskConical />
      <span>
        <span className="sandbox-note__why">No real phone rings. </span>
        <span className="sandbox-note__link">Open the sandbox</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
    </a>
  )
}
