import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminTalksSchema, talkBlockAnswer, talkSwitchAnswer } from '#contract/admin/admin-talks.ts'
import { idParams } from '#contract/wire.ts'
import { blockTalks } from '#server/features/accounts/public.ts'
import { type AskingAdmin, askingAdmin, recordAction } from '#server/features/audit/public.ts'
import { countTalks, setTalksOff, type TalkLimits, talksOffSince } from '#server/features/talks/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'

interface TalksAdminDeps {
  db: Db
  clock: Clock
  talks?: TalkLimits | undefined
}

/** What talks take, and how an admin switches them off: for one account, or for all. */
export const talksRoutes: FastifyPluginAsyncZod<{ deps: TalksAdminDeps }> = async (app, { deps }) => {
  app.get('/api/admin/talks', { schema: { response: { 200: adminTalksSchema } } }, () =>
    countTalks(deps.db, { limits: deps.talks, now: deps.clock.now() }),
  )

  for (const [path, isOff] of [
    ['/api/admin/talks/off', true],
    ['/api/admin/talks/on', false],
  ] as const) {
    app.post(path, { schema: { response: { 200: talkSwitchAnswer } } }, async (request) => {
      const offAt = await switchAll(deps, askingAdmin(request), isOff)
      return { offAt: offAt?.toISOString() ?? null }
    })
  }

  for (const [path, isBlocked] of [
    ['/api/admin/accounts/:id/talks/block', true],
    ['/api/admin/accounts/:id/talks/allow', false],
  ] as const) {
    app.post(path, { schema: { params: idParams, response: { 200: talkBlockAnswer } } }, async (request) => {
      const blockedAt = await block(deps, askingAdmin(request), request.params.id, isBlocked)
      return { blockedAt: blockedAt?.toISOString() ?? null }
    })
  }
}

/** A repetition changes nothing. Returns since when they are off. */
function switchAll({ db, clock }: TalksAdminDeps, admin: AskingAdmin, isOff: boolean): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    const before = await talksOffSince(trx, { locked: true })
    if ((before !== null) === isOff) return before
    const now = clock.now()
    await setTalksOff(trx, isOff ? now : null)
    await recordAction(trx, { ...admin, action: isOff ? 'talks.off' : 'talks.on', detail: 'all accounts', at: now })
    return isOff ? now : null
  })
}

/** A repetition changes nothing. Returns since when the account has none. */
function block(
  { db, clock }: TalksAdminDeps,
  admin: AskingAdmin,
  accountId: number,
  isBlocked: boolean,
): Promise<Date | null> {
  return db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select('talksBlockedAt')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account) throw notFound('Account')
    if ((account.talksBlockedAt !== null) === isBlocked) return account.talksBlockedAt
    const now = clock.now()
    const blockedAt = isBlocked ? now : null
    await blockTalks(trx, accountId, blockedAt)
    const action = isBlocked ? 'talks.blocked' : 'talks.allowed'
    await recordAction(trx, { ...admin, action, detail: `account ${accountId}`, at: now })
    return blockedAt
  })
}
