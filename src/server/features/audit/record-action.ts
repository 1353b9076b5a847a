import type { Trx } from '#server/platform/database/database.ts'

export interface AuditedAction {
  /** The admin; without an id it was the operator, by a program. */
  account: { id: number | null; username: string }
  /** What was done, in the words of docs/glossary.md: `webhook.created`. */
  action: string
  /** What it was done to. No secrets; numbers masked. */
  detail?: string | null
  /** The network address of the request. */
  address: string | null
  at: Date
}

/** Notes what an admin did, in the transaction in which it was done. Rows are never changed or removed. */
export async function recordAction(trx: Trx, { account, action, detail, address, at }: AuditedAction): Promise<void> {
  await trx
    .insertInto('auditLog')
    .values({ accountId: account.id, username: account.username, action, detail: detail ?? null, address, at })
    .execute()
}
