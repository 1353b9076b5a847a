import { queryOptions } from '@tanstack/react-query'
import { authSchema } from '#contract/accounts/accounts.ts'
import { openInvitationSchema } from '#contract/accounts/members.ts'
import type { RegisterBody } from '#contract/accounts/sign-in/credentials.ts'
import { api } from '#web/lib/http/api-client.ts'
import { replaceUser, signIn } from '#web/lib/session/session.ts'

const pathOf = (token: string) => `/api/invitations/by-token/${encodeURIComponent(token)}`

/** What an invitation says before it is accepted. It is used once, and its reader is not told so while they are at it. */
export const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['open-invitation', token],
    queryFn: ({ signal }) => api.get(openInvitationSchema, pathOf(token), { signal, anonymous: true }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isPublic: true },
  })

/** Joins as the signed-in person: the session goes on in the family that was joined. */
export async function joinSignedIn(token: string): Promise<void> {
  const joined = authSchema.partial({ token: true })
  const { user } = await api.post(joined, `${pathOf(token)}/accept`, {}, { anyCircle: true })
  replaceUser(user)
}

/** Joins with a new login, which is signed in. */
export async function joinAsNewcomer(token: string, body: RegisterBody): Promise<void> {
  signIn(await api.post(authSchema, `${pathOf(token)}/accept`, body, { anonymous: true }))
}
