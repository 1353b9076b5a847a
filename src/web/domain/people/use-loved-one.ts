import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { LONGEST_PAGE } from '#contract/page-limits.ts'
import { type LovedOne, lovedOneSchema } from '#contract/people/loved-ones.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { lovedOnesQuery } from './loved-ones-queries.ts'

/** Whether the list may go on on the server: it holds as many as an answer can. */
export const isLongList = (lovedOnes: readonly LovedOne[]): boolean => lovedOnes.length >= LONGEST_PAGE

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** One loved one who may stand beyond what a list holds. */
export function beyondListQuery(id: number) {
  return queryOptions({
    queryKey: [...queryKeys.lovedOne(id), 'beyond-the-list'],
    queryFn: ({ signal }) => api.get(lovedOneSchema, `/api/loved-ones/${id}`, { signal }),
    retry: (failures, error) => failures < 2 && !isMissing(error),
  })
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

interface FoundLovedOne {
  lovedOne: LovedOne | undefined
  /** The account has nobody of this id. */
  isUnknown: boolean
  /** They could not be asked for. */
  isFailed: boolean
}

/** One loved one of the list, or beyond what a list holds. Neither while it is asked for. */
export function useLovedOne(id: number | undefined): FoundLovedOne {
  const { data: lovedOnes } = useQuery({ ...lovedOnesQuery(), enabled: id !== undefined })
  const listed = lovedOnes?.find((lovedOne) => lovedOne.id === id)
  const isBeyond = id !== undefined && lovedOnes !== undefined && !listed && isLongList(lovedOnes)
  const { data, error } = useQuery({ ...beyondListQuery(id ?? 0), enabled: isBeyond })
  const isUnknown = isBeyond ? isMissing(error) : id !== undefined && lovedOnes !== undefined && !listed
  return { lovedOne: listed ?? (isBeyond ? data : undefined), isUnknown, isFailed: isBeyond && error !== null }
}
