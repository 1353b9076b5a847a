import type { z } from 'zod'
import { authSchema } from '#contract/accounts/accounts.ts'
import { callDetailsSchema } from '#contract/calls/call-details.ts'
import type { EditCallBody, ScheduleCallBody } from '#contract/calls/call-forms.ts'
import { type Call, callSchema } from '#contract/calls/calls.ts'
import { type AddContactBody, contactSchema } from '#contract/people/contacts.ts'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'
import { aContact, aLovedOne, aRegistration } from '#test/factories.ts'

type Part<Body> = { [Key in keyof Body]?: Body[Key] }

/** An account holder who talks to the API: what is not the matter of a journey is set up this way. */
export interface Account {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly token: string
  /** Adds a loved one and returns the id. */
  addLovedOne(fields?: Record<string, unknown>): Promise<number>
  /** Adds a contact of a loved one and returns the id. */
  addContact(lovedOneId: number, fields?: Part<AddContactBody>): Promise<number>
  /** The names of a loved one's contacts, in order. */
  contactNames(lovedOneId: number): Promise<string[]>
  lovedOneNames(): Promise<string[]>
  schedule(body: { lovedOneId: number; scheduledTime: string } & Part<ScheduleCallBody>): Promise<Call>
  edit(callId: number, body: EditCallBody): Promise<Call>
  call(callId: number): Promise<z.infer<typeof callDetailsSchema>>
  upcoming(): Promise<Call[]>
  /** The finished calls, newest first, 200 at most. */
  history(): Promise<Call[]>
}

/** Registers somebody new. */
export async function registerAccount(url: string, fields: Record<string, unknown> = {}): Promise<Account> {
  const registration = aRegistration(fields)
  const { token } = authSchema.parse(await request(url, 'POST', '/api/register', registration))
  const ask = (method: string, path: string, body?: unknown) => request(url, method, path, body, token)
  const { username, password, email } = registration
  return {
    username,
    password,
    email,
    token,
    addLovedOne: async (more) => lovedOneSchema.parse(await ask('POST', '/api/loved-ones', aLovedOne(more))).id,
    addContact: async (lovedOneId, more) =>
      contactSchema.parse(await ask('POST', '/api/contacts', aContact(lovedOneId, more))).id,
    contactNames: async (lovedOneId) =>
      namesOf(contactSchema.array().parse(await ask('GET', `/api/contacts?lovedOneId=${lovedOneId}`))),
    lovedOneNames: async () => namesOf(lovedOneSchema.array().parse(await ask('GET', '/api/loved-ones'))),
    schedule: async (body) =>
      callSchema.parse(
        await ask('POST', '/api/calls', {
          callType: 'daily_check_in',
          recurrencePattern: 'once',
          confirmNight: true,
          ...body,
        }),
      ),
    edit: async (callId, body) => callSchema.parse(await ask('PATCH', `/api/calls/${callId}`, body)),
    call: async (callId) => callDetailsSchema.parse(await ask('GET', `/api/calls/${callId}`)),
    upcoming: async () => callSchema.array().parse(await ask('GET', '/api/calls/upcoming')),
    history: async () => callSchema.array().parse(await ask('GET', '/api/calls/history?limit=200')),
  }
}

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name)

async function request(url: string, method: string, path: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}
