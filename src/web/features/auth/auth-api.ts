import type { Auth } from '#contract/accounts/accounts.ts'
import type { LoginBody, RegisterBody } from '#contract/accounts/sign-in/credentials.ts'
import { api } from '#web/lib/http/api-client.ts'

// The contract is loaded with the first answer, so that the forms are on the screen without it.
async function authenticate(path: string, body: LoginBody | RegisterBody): Promise<Auth> {
  const { authSchema } = await import('#contract/accounts/accounts.ts')
  return api.post(authSchema, path, body, { anonymous: true })
}

export const logIn = (body: LoginBody): Promise<Auth> => authenticate('/api/login', body)

export const register = (body: RegisterBody): Promise<Auth> => authenticate('/api/register', body)
