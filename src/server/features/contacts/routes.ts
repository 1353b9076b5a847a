import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  addContactBody,
  contactSchema,
  contactsQuery,
  editContactBody,
  orderContactsBody,
  removeContactQuery,
} from '#contract/people/contacts.ts'
import { idParams } from '#contract/wire.ts'
import { creationHeaders } from '#server/platform/http/answers/create-once.ts'
import { askAgain } from './asking/ask-again.ts'
import { findContact, listContacts } from './contact-view.ts'
import { addContact, type ContactsDeps, editContact, orderContacts, removeContact } from './contacts.ts'

export const contactRoutes: FastifyPluginAsyncZod<{ deps: ContactsDeps }> = async (app, { deps }) => {
  const { db } = deps
  app.get(
    '/api/contacts',
    { schema: { querystring: contactsQuery, response: { 200: z.array(contactSchema) } } },
    (request) => listContacts(deps, request.account.id, request.query.lovedOneId),
  )

  app.post(
    '/api/contacts',
    { schema: { headers: creationHeaders, body: addContactBody, response: { 201: contactSchema } } },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const contactId = await addContact(deps, request.account, request.body, key)
      return reply.code(201).send(await findContact(deps, db, request.account.id, contactId))
    },
  )

  app.put(
    '/api/contacts/order',
    { schema: { body: orderContactsBody, response: { 200: z.array(contactSchema) } } },
    (request) => orderContacts(deps, request.account.id, request.body),
  )

  app.patch(
    '/api/contacts/:id',
    { schema: { params: idParams, body: editContactBody, response: { 200: contactSchema } } },
    (request) => editContact(deps, request.account, request.params.id, request.body),
  )

  app.delete(
    '/api/contacts/:id',
    { schema: { params: idParams, querystring: removeContactQuery, response: { 204: z.undefined() } } },
    async (request, reply) => {
      const confirmLast = request.query.confirmLast === 'true'
      await removeContact(db, request.account, request.params.id, { confirmLast })
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/contacts/:id/ask',
    {
      schema: {
        description: 'Asks a contact by text once more whether they agree: once a day.',
        params: idParams,
        response: { 200: contactSchema },
      },
    },
    async (request) => {
      await askAgain(deps, request.account, request.params.id)
      return findContact(deps, db, request.account.id, request.params.id)
    },
  )
}
