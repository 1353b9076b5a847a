import { ApiError } from '#web/lib/http/api-client.ts'

/** Why the browser or the server gave no passkey, in words; the names are those of the Web Authentication API. */
export function passkeyFailure(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.message || fallback
  switch (error instanceof Error ? error.name : '') {
    // It says the same where its owner said no, had no passkey, or took too long.
    case 'NotAllowedError':
    case 'AbortError':
      return 'We didn’t get a passkey from this device. Please try again.'
    case 'InvalidStateError':
      return 'This device has a passkey for your account already.'
    case 'SecurityError':
      return 'Passkeys don’t work at this address of Cooee.'
    case 'NotSupportedError':
      return 'This device can’t make a passkey with a screen lock.'
    default:
      return fallback
  }
}
