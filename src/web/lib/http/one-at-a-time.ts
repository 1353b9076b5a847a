import { type UseMutationOptions, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/** Longer than the two presses of a double click are apart, shorter than somebody takes who wants a thing once more. */
const DOUBLE_CLICK_MS = 700

/** A mutation that a double click starts once, also before the button is busy. One that failed can be started again at once. */
export function useOneAtATime<Data, Variables = void>(
  options: UseMutationOptions<Data, Error, Variables>,
): UseMutationResult<Data, Error, Variables> {
  const mutationKey = [useId()]
  const mutations = useQueryClient().getMutationCache()
  const mutation = useMutation({ ...options, mutationKey })
  const mutate: typeof mutation.mutate = (...args) => {
    const isSecondPress = mutations.findAll({ mutationKey }).some(({ state: { status, submittedAt } }) => {
      return status === 'pending' || (status === 'success' && Date.now() - submittedAt < DOUBLE_CLICK_MS)
    })
    if (!isSecondPress) mutation.mutate(...args)
  }
  return { ...mutation, mutate }
}
