import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  AddPasskeyBody,
  PasskeyCreation,
  PasskeyRequest,
  PasskeySignInBody,
} from '#contract/accounts/sign-in/passkeys.ts'

// Imported when a passkey is wanted: no page needs the library to be shown.

/** Has the browser make a passkey. Throws what `passkeyFailure` puts in words. */
export async function makePasskey(options: PasskeyCreation): Promise<AddPasskeyBody['credential']> {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject } }
}

/** Has the browser sign with a passkey that its owner chooses. Throws what `passkeyFailure` puts in words. */
export async function askForPasskey(options: PasskeyRequest): Promise<PasskeySignInBody['credential']> {
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...{ id, rawId, type },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  }
}
