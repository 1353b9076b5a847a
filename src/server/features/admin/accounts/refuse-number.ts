import type { z } from 'zod'
import type { refuseNumberBody } from '#contract/admin/admin-accounts.ts'
import { maskPhone } from '#core/phone/display-phone.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { stopCallsTo } from '#server/features/care/public.ts'
import { syncContactStates } from '#server/features/contacts/public.ts'
import { addAdminRefusal, applyAdminRefusal, removeAdminRefusal } from '#server/features/refusals/public.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import type { AccountsAdminDeps } from '../deps.ts'

/** Refuses a number for the installation and stops what rings there. Account holders are notified once; a number that is already refused keeps its reason. */
export async function refuseNumber(
  deps: AccountsAdminDeps,
  admin: AskingAdmin,
  { phoneNumber: typed, reason }: z.output<typeof refuseNumberBody>,
): Promise<void> {
  const phoneNumber = ordinaryNumber(typed, { countries: deps.phoneCountries })
  const { username } = admin.account
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now()
    const { id, isNew } = await addAdminRefusal(deps, trx, { phoneNumber, reason, username }, now)
    if (!isNew) return
    await recordAction(trx, { ...admin, action: 'number.refused', detail: maskPhone(phoneNumber), at: now })
    await applyAdminRefusal({ ...deps, enqueueNotice: deps.incidents.enqueueNotice }, trx, phoneNumber, {
      id,
      refusedAt: now,
    })
    await syncContactStates(deps, trx, phoneNumber)
  })
  await stopCallsTo(deps, phoneNumber)
}

/** Lets a number be rung and texted again, unless the phone itself refuses that. */
export async function allowNumber(deps: AccountsAdminDeps, admin: AskingAdmin, id: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const phoneNumber = await removeAdminRefusal(deps, trx, id)
    if (phoneNumber !== null) await syncContactStates(deps, trx, phoneNumber)
    const detail = phoneNumber === null ? null : maskPhone(phoneNumber)
    await recordAction(trx, { ...admin, action: 'number.allowed', detail, at: deps.clock.now() })
  })
}
