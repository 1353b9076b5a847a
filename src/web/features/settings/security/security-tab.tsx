import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import { AccessTokens } from './access-tokens/access-tokens.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { SecondFactor } from './second-factor/second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** What keeps the account safe, and the two ways of leaving: with the data, and for good. */
export function SecurityTab() {
  const mayManage = useRight('manage')
  return (
    <div className="grid max-w-[48rem] gap-5 md:gap-6">
      <ChangePassword />
      <SecondFactor />
      <Passkeys />
      <Sessions />
      <AccessTokens />
      {mayManage ? (
        <>
          <ExportData />
          <DeleteAccount />
        </>
      ) : (
        <section className="card card__body" aria-labelledby="data-heading">
          <h2 id="data-heading" className="mb-2">
            The family’s data
          </h2>
          <p className="muted mb-3">Downloading everything we keep for this family, and deleting it.</p>
          <WhoMay right="manage" />
        </section>
      )}
    </div>
  )
}
