import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { userSchema } from '#contract/accounts/accounts.ts'
import {
  billingHistory,
  paymentMethods,
  portalAnswer,
  type UpdateSubscriptionBody,
} from '#contract/accounts/billing.ts'
import type { AddOnId } from '#core/plans/prices.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { isWebAddress, leaveFor } from '#web/lib/forms/leave-for.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { newCreationKey } from '#web/lib/http/creation-key.ts'
import { replaceUser } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** The invoices, newest first. */
export const billingHistoryQuery = queryOptions({
  queryKey: [...queryKeys.billing, 'history'],
  queryFn: ({ signal }) => api.get(billingHistory, '/api/billing/history', { signal }),
  // Asks the card provider, who counts.
  refetchInterval: false,
})

/** The cards, that which pays first. */
export const paymentMethodsQuery = queryOptions({
  queryKey: [...queryKeys.billing, 'payment-methods'],
  queryFn: ({ signal }) => api.get(paymentMethods, '/api/billing/payment-methods', { signal }),
  refetchInterval: false,
})

/** Loads the signed-in user again. */
export async function refreshUser(): Promise<void> {
  replaceUser(await api.get(userSchema, '/api/auth/me'))
}

/** After anything that changes the plan. Resolves when the screen shows it. */
export async function refreshAfterPlanChange(client: QueryClient): Promise<void> {
  await Promise.all([
    // What was changed has been changed; a user that could not be read again is read again by the next request.
    refreshUser().catch(() => undefined),
    client.invalidateQueries({ queryKey: queryKeys.subscription }),
    client.invalidateQueries({ queryKey: queryKeys.billing }),
    client.invalidateQueries({ queryKey: queryKeys.dashboardStats }),
    client.invalidateQueries({ queryKey: queryKeys.activity }),
  ])
}

/** Asks the card provider what is true now; used on the way back from its checkout. */
export async function askProvider(client: QueryClient): Promise<void> {
  await api.post(z.unknown(), '/api/subscription/refresh')
  await refreshAfterPlanChange(client)
}

const someText = z.string().nullish().catch(null)
// What is missing has its own text.
const checkoutAnswer = z.object({ clientSecret: someText, url: someText })

/** Starts a checkout and goes to its page. */
export function useSubscribe() {
  const client = useQueryClient()
  const subscribe = useMutation({
    mutationFn: async (addOns: readonly AddOnId[]) => {
      // Its own key for every press: an abandoned checkout starts over.
      const creationKey = newCreationKey()
      const answer = await api.post(checkoutAnswer, '/api/subscription/init', { addOns }, { creationKey })
      if (!answer.clientSecret) throw new Error('No client secret returned')
      if (!isWebAddress(answer.url)) throw new Error("Failed to load the card provider's script")
      leaveFor(answer.url)
    },
    onError: (error) => {
      toast.error(initFailure(error))
      // Perhaps it is subscribed already, in another tab.
      if (error instanceof ApiError && error.status === 409) void refreshAfterPlanChange(client)
    },
  })
  useComingBack(subscribe.reset)
  return subscribe
}

export const initFailure = (error: Error) => `Failed to initialize subscription: ${error.message}`
export const updateFailure = (error: Error) => `Failed to update subscription: ${error.message}`
export const paymentFailure = (error: Error) => `Failed to pay: ${error.message}`
export const portalFailure = (error: Error) => `We couldn’t open the card company’s page: ${error.message}`

/** Sends the whole new list of add-ons. */
export function useUpdateAddOns() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateSubscriptionBody) => api.patch(z.unknown(), '/api/subscription/update', body),
    onSuccess: () => refreshAfterPlanChange(client),
    onError: (error) => toast.error(updateFailure(error)),
  })
}

/** Lets the subscription end with the month that is paid for, or undoes that. */
export function useEndSubscription(change: 'cancel' | 'resume') {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(z.unknown(), `/api/subscription/${change}`),
    onError: (error) => toast.error(updateFailure(error)),
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => refreshAfterPlanChange(client),
  })
}

/** Pays what is open after a failed renewal; `pay` does nothing while a press is under way. */
export function usePayNow() {
  const client = useQueryClient()
  const isUnderWay = useRef(false)
  const payment = useMutation({
    mutationFn: () => api.post(userSchema, '/api/subscription/pay', undefined, { creationKey: newCreationKey() }),
    onSuccess: ({ subscriptionStatus }) => {
      if (subscriptionStatus === 'active') toast.success('Your subscription continues.', 'Payment received')
    },
    onError: (error) => toast.error(paymentFailure(error)),
    // Also after a failure: the answer may be all that got lost.
    onSettled: async () => {
      isUnderWay.current = false
      await refreshAfterPlanChange(client)
    },
  })
  function pay() {
    // The second press of a double click comes before the first is seen to be at work.
    if (isUnderWay.current) return
    isUnderWay.current = true
    payment.mutate()
  }
  return { ...payment, pay }
}

/** Goes to the page of the card provider on which the card is changed. */
export function useOpenPortal() {
  const open = useMutation({
    mutationFn: async () => {
      const { url } = await api.post(portalAnswer, '/api/subscription/portal')
      if (!isWebAddress(url)) throw new Error('No address was returned')
      leaveFor(url)
    },
    onError: (error) => toast.error(portalFailure(error)),
  })
  useComingBack(open.reset)
  return open
}

/** The browser's Back may bring this page back as it was left: at work. */
function useComingBack(reset: () => void): void {
  useEffect(() => {
    const wake = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [reset])
}
