import type { QueryClient } from '@tanstack/react-query'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { lovedOnesQuery } from './loved-ones-queries.ts'
import { beyondListQuery, isLongList, isMissing } from './use-loved-one.ts'

/** Somebody whom a search has found is known from now on. */
export function rememberFound(client: QueryClient, lovedOne: LovedOne): void {
  client.setQueryData(beyondListQuery(lovedOne.id).queryKey, lovedOne)
}

/** Whether the account still has this loved one, asked of the server. */
export async function isStillThere(client: QueryClient, id: number): Promise<boolean> {
  const lovedOnes = await client.fetchQuery({ ...lovedOnesQuery(), staleTime: 0, retry: false })
  if (lovedOnes.some((lovedOne) => lovedOne.id === id)) return true
  if (!isLongList(lovedOnes)) return false
  try {
    await client.fetchQuery({ ...beyondListQuery(id), staleTime: 0, retry: false })
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
