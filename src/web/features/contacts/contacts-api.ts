import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  type AddContactBody,
  type Contact,
  contactSchema,
  type EditContactBody,
  type OrderContactsBody,
} from '#contract/people/contacts.ts'
import { failedAction, removeAndAsk } from '#web/domain/feedback/lost-answer.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** The contacts of one loved one. */
export function contactsQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: [...queryKeys.contacts, lovedOneId],
    queryFn: ({ signal }) => api.get(z.array(contactSchema), '/api/contacts', { query: { lovedOneId }, signal }),
  })
}

/** What a contact's form holds once it is checked. */
export type ContactDetails = Omit<AddContactBody, 'lovedOneId'>

/** Adds a contact, or changes `contact` when one is given. */
export function useSaveContact(lovedOneId: number, contact: Contact | undefined, creationKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (details: ContactDetails) =>
      contact
        ? api.patch(contactSchema, `/api/contacts/${contact.id}`, details satisfies EditContactBody)
        : api.post(contactSchema, '/api/contacts', { ...details, lovedOneId }, { creationKey }),
    onSuccess: () => void refresh(client),
  })
}

/** Puts the contacts of one loved one into an order. Orders asked for in quick succession are saved one after the other. */
export function useOrderContacts(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    scope: { id: `order of contacts of ${lovedOneId}` },
    mutationFn: (contactIds: number[]) =>
      api.put(z.array(contactSchema), '/api/contacts/order', { lovedOneId, contactIds } satisfies OrderContactsBody),
    onSettled: () => client.invalidateQueries({ queryKey: contactsQuery(lovedOneId).queryKey }),
  })
}

/** Deletes a contact for good, the last one who can be reached only where `isLast` says that somebody knows; when the answer was lost, a contact that is no longer listed has been deleted. */
export function useDeleteContact(
  { id, name, lovedOneId }: Pick<Contact, 'id' | 'name' | 'lovedOneId'>,
  { isLast }: { isLast: boolean },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      removeAndAsk(
        () => api.delete(`/api/contacts/${id}${isLast ? '?confirmLast=true' : ''}`),
        async () => {
          const contacts = await client.fetchQuery({ ...contactsQuery(lovedOneId), staleTime: 0 })
          return contacts.some((contact) => contact.id === id)
        },
      ),
    onSuccess: () => toast.success(`${name} has been deleted`),
    onError: (error) =>
      toast.error(
        failedAction(
          `Failed to delete contact: ${errorText(error, 'Please try again.')}`,
          error,
          `${name} may have been deleted`,
        ),
      ),
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => void refresh(client),
  })
}

/** Asks a contact by text once more. */
export function useAskAgain({ id, name }: Pick<Contact, 'id' | 'name'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(contactSchema, `/api/contacts/${id}/ask`),
    onSuccess: () => toast.success(`We’ve texted ${name}`),
    onError: (error) => toast.error(errorText(error, 'We couldn’t ask. Please try again.')),
    onSettled: () => void refresh(client),
  })
}

async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: queryKeys.contacts }),
    client.invalidateQueries({ queryKey: queryKeys.activity }),
    // Their cards say whether there is an emergency contact.
    client.invalidateQueries({ queryKey: queryKeys.lovedOnes }),
  ])
}
