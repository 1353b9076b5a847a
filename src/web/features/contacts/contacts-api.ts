import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type AddContactBody, type Contact, contactSchema, type EditContactBody } from '#contract/contacts.ts'
import { api } from '#web/lib/api-client.ts'

/** The contacts of one loved one. */
export function contactsQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: ['contacts', lovedOneId],
    queryFn: ({ signal }) => api.get(z.array(contactSchema), '/api/contacts', { query: { lovedOneId }, signal }),
  })
}

/** What a contact's form holds once it is checked. */
export type ContactDetails = Omit<AddContactBody, 'lovedOneId'>

/** Adds a contact, or changes `contact` when one is given. */
export function useSaveContact(lovedOneId: number, contact: Contact | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (details: ContactDetails) =>
      contact
        ? api.patch(contactSchema, `/api/contacts/${contact.id}`, details satisfies EditContactBody)
        : api.post(contactSchema, '/api/contacts', { ...details, lovedOneId }),
    onSuccess: () => refresh(client),
  })
}

/** Deletes a contact for good. */
export function useDeleteContact(contact: Pick<Contact, 'id'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete(`/api/contacts/${contact.id}`),
    onSuccess: () => refresh(client),
  })
}

async function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['contacts'] }),
    client.invalidateQueries({ queryKey: ['activity'] }),
  ])
}
