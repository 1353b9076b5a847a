import type { Trx } from '#server/platform/database/database.ts'

/**
 * Called once for a message that will not arrive: nobody took it, it was refused, or the network reports that it was
 * not delivered. In the transaction that notes it, so that what depends on the message acts exactly if it is noted.
 */
export type OnUndelivered = (trx: Trx, messageId: number) => Promise<void>
