import type { AddPasskeyBody, PasskeySignInBody } from '#contract/accounts/sign-in/passkeys.ts'
import type { PasskeyPlace } from './passkey-place.ts'

/** EdDSA, ES256 and RS256: what devices of today make (https://www.iana.org/assignments/cose). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257]

// Loaded with the first passkey: it takes 28 MB that a Cooee without passkeys does not need.
const library = () => import('@simplewebauthn/server')

interface Expected extends PasskeyPlace {
  challenge: string
}

/** A key as it is stored. */
export interface NewKey {
  credentialId: Buffer
  publicKey: Buffer
  signCount: number
}

/** The key in what a browser answered; null where it was not made here, for this challenge, by somebody whom the device recognised. */
export async function verifyNewPasskey(
  { id, rawId, type, response }: AddPasskeyBody['credential'],
  { challenge, origin, rpId }: Expected,
): Promise<NewKey | null> {
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, attestationObject } = response
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
  }).catch(() => null) // it throws for whatever is not right
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
  }
}

/** The device's new count, where this key signed this challenge here, for somebody whom the device recognised; else null. */
export async function verifySignIn(
  { id, rawId, type, response }: PasskeySignInBody['credential'],
  { publicKey }: { publicKey: Buffer },
  { challenge, origin, rpId }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId,
      type,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The count is compared once the signature is known to be right, beside the row: see `signInWithPasskey`.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
