import type { Trx } from '#server/platform/database/database.ts'

/** Called once for a message that will not arrive, in the transaction that notes it. */
export type OnUndelivered = (trx: Trx, messageId: number) => Promise<void>
