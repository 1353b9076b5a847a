import { type Auth, authSchema } from '#contract/accounts/accounts.ts'
import { passkeyRequestSchema } from '#contract/accounts/sign-in/passkeys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { askForPasskey } from '#web/lib/passkeys/ask-browser.ts'

/** Signs in with the passkey that its owner chooses in the browser's own dialog. */
export async function signInWithPasskey(): Promise<Auth> {
  const anonymous = { anonymous: true } as const
  const options = await api.post(passkeyRequestSchema, '/api/login/passkey/options', undefined, anonymous)
  const credential = await askForPasskey(options)
  return api.post(authSchema, '/api/login/passkey', { credential }, anonymous)
}
