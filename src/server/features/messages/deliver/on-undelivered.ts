import type { Trx } from '#server/platform/database/database.ts'

/** Called once for a message that will not arrive, in the transaction that notes it. */
export type OnUndelivered = (trx: Trx, messageId: number) => Promise<void>

/** Called once for a text that has arrived, in the transaction that notes it. */
export type OnDelivered = (trx: Trx, text: { accountId: number | null; recipient: string }, now: Date) => Promise<void>
