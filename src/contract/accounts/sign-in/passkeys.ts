import { z } from 'zod'
import { cleanText, id, instant } from '#contract/wire.ts'
import { MAX_PASSWORD } from '../accounts.ts'

/** Passkeys of a person at the most. */
export const MAX_PASSKEYS = 10
/** How long a device may take to answer a challenge. */
export const CHALLENGE_MINUTES = 5

export const passkeySchema = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
export type Passkey = z.infer<typeof passkeySchema>

export const passkeysSchema = z.object({
  /** The one address that passkeys work at; null where this Cooee has none that browsers take. */
  address: z.string().nullable(),
  passkeys: z.array(passkeySchema),
})

const name = cleanText({ max: 60, required: 'Please enter a name' }).pipe(z.string().min(1, 'Please enter a name'))

export const beginPasskeyBody = z.object({
  password: z
    .string('Please enter your password')
    .min(1, 'Please enter your password')
    .max(MAX_PASSWORD, 'Password is too long'),
  /** Of the authenticator app, or a recovery code, where signing in asks for one. */
  code: z.string('Please enter the code').trim().max(64, 'The code is too long').optional(),
})
export type BeginPasskeyBody = z.infer<typeof beginPasskeyBody>

/** The form: what a passkey is called, and who adds it. */
export const addPasskeyForm = beginPasskeyBody.extend({ name })
export type AddPasskeyForm = z.infer<typeof addPasskeyForm>

export const renamePasskeyForm = z.object({ name })
export type RenamePasskeyForm = z.infer<typeof renamePasskeyForm>
/** Without a name it keeps the one that it has. */
export const renamePasskeyBody = renamePasskeyForm.partial()

// The names below are those of the Web Authentication API, in its JSON form: https://www.w3.org/TR/webauthn-3/

const publicKey = z.literal('public-key')
const knownCredential = z.object({ id: z.string(), type: publicKey })

/** What `navigator.credentials.create()` is asked. */
export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(knownCredential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>

/** What `navigator.credentials.get()` is asked. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>

const bytes = (max: number) =>
  z
    .string('Must be text in base64url')
    .max(max, 'Is too long')
    .regex(/^[\w-]+$/, 'Must be text in base64url')
const credentialId = bytes(1400)
const answered = { id: credentialId, rawId: credentialId, type: publicKey }

/** What the browser answered when a passkey was made. */
export const addPasskeyBody = z.object({
  name,
  credential: z.object({
    ...answered,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(40_000),
    }),
  }),
})
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>

/** What the browser answered when a passkey signed in. */
export const passkeySignInBody = z.object({
  credential: z.object({
    ...answered,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(8000),
      userHandle: bytes(200).optional(),
    }),
  }),
})
export type PasskeySignInBody = z.infer<typeof passkeySignInBody>
