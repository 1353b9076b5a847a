/** An account at the phone provider, and the number of ours that it owns. */
export interface PhoneAccount {
  accountSid: string
  authToken: string
  /** The number calls or texts come from, E.164. */
  from: string
  /** The sandbox, a region of the provider's, or anything else that speaks the same protocol; absent: the provider. */
  baseUrl?: string | undefined
}
