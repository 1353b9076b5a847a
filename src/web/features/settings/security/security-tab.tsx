import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ExportData } from './export-data.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'

/** What keeps the account safe, and the two ways of leaving: with the data, and for good. */
export function SecurityTab() {
  return (
    <div className="grid max-w-[48rem] gap-5 md:gap-6">
      <ChangePassword />
      <SecondFactor />
      <Sessions />
      <ExportData />
      <DeleteAccount />
    </div>
  )
}
