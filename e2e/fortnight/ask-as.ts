import { z } from 'zod'
import { callSchema } from '#contract/calls/calls.ts'
import { PASSWORD } from './family-screens.ts'

/** Talks to the API as a member: what is not the matter of the journey. */
export interface Asking {
  (method: string, path: string, body?: unknown): Promise<unknown>
  /** The status alone. */
  status(method: string, path: string): Promise<number>
  upcoming(): Promise<z.infer<typeof callSchema>[]>
  history(): Promise<z.infer<typeof callSchema>[]>
}

/** Signs in, or registers with the fields of a registration. */
export async function askAs(url: string, username: string, registration?: object): Promise<Asking> {
  const send = (method: string, path: string, body?: unknown, token?: string) =>
    fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const read = async (answer: Response) => {
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const begin = async (path: string, body: object) =>
    z.object({ token: z.string() }).parse(await read(await send('POST', path, body))).token
  const login = { username, password: PASSWORD }
  let token = await (registration ? begin('/api/register', { ...login, ...registration }) : begin('/api/login', login))
  const answer = async (method: string, path: string, body?: unknown) => {
    const first = await send(method, path, body, token)
    if (first.status !== 401) return first
    // A session lasts for seven days.
    token = await begin('/api/login', login)
    return send(method, path, body, token)
  }
  const ask = async (method: string, path: string, body?: unknown) => read(await answer(method, path, body))
  return Object.assign(ask, {
    status: async (method: string, path: string) => (await answer(method, path)).status,
    upcoming: async () => callSchema.array().parse(await ask('GET', '/api/calls/upcoming')),
    history: async () => callSchema.array().parse(await ask('GET', '/api/calls/history?limit=200')),
  })
}
