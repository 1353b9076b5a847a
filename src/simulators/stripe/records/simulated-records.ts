/** What a checkout session will subscribe to, beside what its resource shows. */
export interface CheckoutPlan {
  session: string
  lines: { price: string; quantity: number }[]
  subscriptionMetadata: Record<string, string>
}

/** The answer to a request with an `Idempotency-Key`. */
export interface KeptAnswer {
  key: string
  method: string
  path: string
  /** The parameters as they came. */
  form: string
  status: number
  body: unknown
  /** Seconds since 1970. */
  created: number
}
