import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionQuery } from '#web/domain/account/plan-standing.ts'
import { subscriptionSearch } from '#web/domain/search-parameters.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { askProvider } from '../subscription-api.ts'

const TRIES = 8
/** Between two questions to the card provider. */
export const PAUSE_MS = 3000

/** Whether somebody comes from the checkout, and what the card provider says of it. */
export type CheckoutReturn = 'none' | 'left' | 'asking' | 'subscribed' | 'unconfirmed'

/** What came of a checkout. The card provider is asked a few times: the address says only what was pressed there. */
export function useCheckoutReturn() {
  const client = useQueryClient()
  const go = useGo()
  const { success, canceled } = useSearch(subscriptionSearch)
  const [state, setState] = useState<CheckoutReturn>(() => {
    if (success) return 'asking'
    return canceled ? 'left' : 'none'
  })
  useEffect(() => {
    if (state !== 'asking') return
    let isOver = false
    async function ask() {
      for (let tries = 0; tries < TRIES && !isOver; tries++) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
        // A failure is one try: the next may do better.
        if (!isOver) await askProvider(client).catch(() => undefined)
        if (!isOver && client.getQueryData(subscriptionQuery.queryKey)?.standing.kind === 'active') {
          return setState('subscribed')
        }
      }
      if (!isOver) setState('unconfirmed')
    }
    void ask()
    return () => {
      isOver = true
    }
  }, [state, client])
  // While it is being asked, a reload asks again; later than that there is nothing to come back from.
  const isSettled = state !== 'none' && state !== 'asking'
  useEffect(() => {
    if (isSettled) go('/subscription', { replace: true })
  }, [isSettled, go])
  return {
    state,
    askAgain: () => setState('asking'),
    /** It was not paid after all. */
    forget: () => {
      setState('none')
      go('/subscription', { replace: true })
    },
  }
}
