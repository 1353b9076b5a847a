import { recordAction } from '#server/features/audit/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** The audit log outlives people and what they call their passkeys: it names both by number. */
export async function notePasskey(
  trx: Trx,
  action: 'passkey.added' | 'passkey.removed' | 'passkey.count_went_back',
  { accountId, personId, passkeyId, at }: { accountId: number | null; personId: number; passkeyId: number; at: Date },
): Promise<void> {
  await recordAction(trx, {
    account: { id: null, username: accountId === null ? `person ${personId}` : `account ${accountId}` },
    action,
    detail: `passkey ${passkeyId} of person ${personId}`,
    address: null,
    at,
  })
}
