import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  type CircleMember,
  type InvitationBody,
  invitationSchema,
  type MemberAwayBody,
  type MemberBody,
  memberSchema,
} from '#contract/accounts/members.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { FRESH_MS } from '#web/lib/http/query-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

const members = z.array(memberSchema)
export type Member = CircleMember
const invitations = z.array(invitationSchema)

/** Who belongs to the family: the owner first. */
export const membersQuery = queryOptions({
  queryKey: queryKeys.members,
  queryFn: ({ signal }) => api.get(members, '/api/members', { signal }),
  refetchInterval: FRESH_MS,
  staleTime: 0,
})

/** Who is invited; the owner alone may ask. */
export const invitationsQuery = queryOptions({
  queryKey: queryKeys.invitations,
  queryFn: ({ signal }) => api.get(invitations, '/api/invitations', { signal }),
  refetchInterval: FRESH_MS,
  staleTime: 0,
})

/** Loads members and invitations again, also after a refusal: somebody may have joined or left meanwhile. */
export function useFamilyRefresh() {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.members }),
      client.invalidateQueries({ queryKey: queryKeys.invitations }),
    ])
  }
}

/** Changes what a member may do. */
export function useChangeMember({ id, name }: Pick<Member, 'id' | 'name'>) {
  const refresh = useFamilyRefresh()
  return useMutation({
    mutationFn: (body: MemberBody) => api.patch(members, `/api/members/${id}`, body),
    onSuccess: () => toast.success(`We’ve changed what ${name} may do.`),
    onError: (error) => toast.error(errorText(error, `We couldn’t change what ${name} may do.`)),
    onSettled: () => refresh(),
  })
}

/** Removes another member. */
export function useRemoveMember({ id, name }: Pick<Member, 'id' | 'name'>) {
  const refresh = useFamilyRefresh()
  return useMutation({
    mutationFn: () => api.delete(`/api/members/${id}`),
    onSuccess: () => toast.success(`${name} no longer belongs to the family.`),
    onError: (error) => toast.error(errorText(error, `We couldn’t remove ${name}.`)),
    onSettled: () => refresh(),
  })
}

/** Sets, changes or ends (null) the time away of a member. */
export function useMemberAway(memberId: number) {
  const refresh = useFamilyRefresh()
  return useMutation({
    mutationFn: async (body: MemberAwayBody | null) => {
      if (body) await api.put(members, `/api/members/${memberId}/away`, body)
      else await api.delete(`/api/members/${memberId}/away`)
    },
    onSettled: () => refresh(),
  })
}

/** Invites somebody by mail. */
export function useInvite() {
  const refresh = useFamilyRefresh()
  return useMutation({
    mutationFn: (body: InvitationBody) => api.post(invitations, '/api/invitations', body),
    onSuccess: (_, { email }) => toast.success(`We’ve emailed ${email}. The link works for seven days.`),
    onSettled: () => refresh(),
  })
}

/** Mails an open invitation again: the link before opens nothing any more. */
export function useResendInvitation({ id, email }: { id: number; email: string }) {
  const refresh = useFamilyRefresh()
  return useMutation({
    mutationFn: () => api.postWithoutAnswer(`/api/invitations/${id}/resend`),
    onSuccess: () => toast.success(`We’ve emailed ${email} again, with a new link.`),
    onError: (error) => toast.error(errorText(error, 'We couldn’t send the invitation again.')),
    onSettled: () => refresh(),
  })
}

/** Withdraws an open invitation. */
export function useWithdrawInvitation({ id, email }: { id: number; email: string }) {
  const refresh = useFamilyRefresh()
  return useMutation({
    mutationFn: () => api.delete(`/api/invitations/${id}`),
    onSuccess: () => toast.success(`The invitation for ${email} no longer works.`),
    onError: (error) => toast.error(errorText(error, 'We couldn’t withdraw the invitation.')),
    onSettled: () => refresh(),
  })
}
