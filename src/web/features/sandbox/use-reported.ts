import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** What follows from anything done with a phone: the page refetches at once, and says when it did not work. */
export function useReported() {
  const client = useQueryClient()
  return {
    onSettled: () => client.invalidateQueries({ queryKey: ['sandbox'] }),
    onError: (error: Error) => toast.error(errorText(error, 'The phone did not do that')),
  }
}
