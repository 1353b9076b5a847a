/** What a checkout session will subscribe to, beside what its resource shows. */
export interface CheckoutPlan {
  session: string
  lines: { id: string; price: string; quantity: number }[]
  subscriptionMetadata: Record<string, string>
}

/** A proration that waits for the next invoice. */
export interface PendingLine {
  id: string
  item: string
  price: string
  quantity: number
  description: string
  /** In the currency's smallest unit; negative for what was paid and is not used. */
  amount: number
  start: number
  end: number
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
