import type { MemberRole } from '#contract/accounts/rights.ts'
import type { SignedIn, TestApp } from './build-test-app.ts'

/** Somebody with a login who has joined the circle of `owner`, and has entered it. */
export async function aMemberOf(
  cooee: Pick<TestApp, 'db' | 'aRegisteredAccount'>,
  owner: SignedIn,
  role: Exclude<MemberRole, 'owner'>,
  fields: Record<string, unknown> = {},
): Promise<SignedIn> {
  const { circle } = (await owner.get('/api/me')).json()
  const member = await cooee.aRegisteredAccount(fields)
  await cooee.db
    .insertInto('members')
    .values({ accountId: circle.id, personId: member.user.id, role, mayHearCalls: role === 'carer' })
    .execute()
  const entered = await member.post(`/api/circles/${circle.id}/enter`)
  if (entered.statusCode >= 300) throw new Error(entered.body)
  return member
}
