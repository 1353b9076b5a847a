import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'

/** Refuses an admin without a second factor. The refusal's field tells screens where to lead. */
export function requireSecondFactor(db: Db): (person: Person, log: FastifyBaseLogger) => Promise<void> {
  return async ({ id }, log) => {
    const found = await db
      .selectFrom('secondFactors')
      .select('id')
      .where('personId', '=', id)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst()
    if (found) return
    log.warn({ personId: id }, 'Admin route refused to an admin without a second factor')
    throw new AppError('not_allowed', SWITCH_IT_ON, { field: 'secondFactor' })
  }
}

const SWITCH_IT_ON = 'Admins of this Cooee also need an authenticator app. Switch it on in Settings, under Security.'
