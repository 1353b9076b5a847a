/** What came of a webhook. */
export type WebhookAnswer =
  | { kind: 'answered'; statusCode: number; contentType: string; body: string }
  /** Nobody was there to take the request, or nobody answered it in time. */
  | { kind: 'failed'; reason: string }
