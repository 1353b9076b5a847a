import { CODE_NEEDED } from '#contract/accounts/sign-in/second-factor.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { countCodeTry, findFactor, forgiveCodeTries, spendCode, WRONG_CODE } from './spend-code.ts'
import { lockPerson, type SecondFactorDeps } from './switch-on.ts'

/** Spends the code of a person whose sign-in asks for one: without it nothing is made that signs in, or acts, in their name. */
export async function confirmCode(
  deps: SecondFactorDeps,
  person: Person,
  { code, address }: { code: string | undefined; address: string },
): Promise<void> {
  const { db, clock, sealing } = deps
  const factor = await findFactor(db, sealing, person.id)
  if (!factor?.confirmedAt) return
  if (!code) throw new AppError('invalid', CODE_NEEDED, { field: 'code' })
  await countCodeTry(deps, factor, { code, address })
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id)
    if ((await spendCode(trx, factor, code, now)) === null) throw new AppError('invalid', WRONG_CODE, { field: 'code' })
    await forgiveCodeTries(trx, person.id, address, now)
  })
}
