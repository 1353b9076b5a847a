import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import {
  notificationSettingsAnswer,
  notificationSettingsBody,
  WHY_ALWAYS_BY_EMAIL,
} from '#contract/accounts/notifications.ts'
import { isWanted } from '#core/notifications/channels-for.ts'
import {
  ALWAYS_BY_EMAIL,
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '#core/notifications/settings.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Account } from '#server/platform/http/requests/authentication.ts'
import { notificationSettingsOf, saveNotificationSettings } from './settings-of.ts'

interface NotificationDeps {
  db: Db
  clock: Clock
  /** A member wants no news of missed calls any more, in the same transaction: perhaps nobody is left. */
  onMissesUnwanted(trx: Trx, account: Account): Promise<void>
}

/** A member's own notification settings. */
export const notificationRoutes: FastifyPluginAsyncZod<{ deps: NotificationDeps }> = async (app, { deps }) => {
  const { db, clock } = deps
  const path = '/api/notification-settings'

  app.get(path, { schema: { response: { 200: notificationSettingsAnswer } } }, async (request) =>
    answer(await notificationSettingsOf(db, whoChooses(request))),
  )
  app.put(
    path,
    { schema: { body: notificationSettingsBody, response: { 200: notificationSettingsAnswer } } },
    async (request) => {
      if (request.session.member.role === 'owner') refuseSilence(request.body)
      const { tellAtFirstTry, notifyAtFirstTry, ...others } = request.body
      const stored = await notificationSettingsOf(db, whoChooses(request))
      // An old client sends back both names and has changed the one that it knows.
      const isChanged = (value: boolean | undefined) => value !== undefined && value !== stored.notifyAtFirstTry
      const settings = {
        ...others,
        weeklyLetter: others.weeklyLetter ?? stored.weeklyLetter,
        notifyAtFirstTry:
          [notifyAtFirstTry, tellAtFirstTry].find(isChanged) ??
          notifyAtFirstTry ??
          tellAtFirstTry ??
          DEFAULT_NOTIFICATION_SETTINGS.notifyAtFirstTry,
      }
      const isHolder = request.session.member.role === 'owner'
      const wantsMisses = (those: NotificationSettings) => isWanted('missedCalls', those, isHolder)
      await db.transaction().execute(async (trx) => {
        await saveNotificationSettings(trx, whoChooses(request), settings, clock.now())
        if (wantsMisses(stored) && !wantsMisses(settings)) await deps.onMissesUnwanted(trx, request.account)
      })
      return answer(settings)
    },
  )
}

/** Some mails the account holder cannot switch off. */
function refuseSilence(settings: z.infer<typeof notificationSettingsBody>): void {
  const errors = ALWAYS_BY_EMAIL.filter((kind) => !settings[kind].email).map((kind) => ({
    path: `${kind}.email`,
    message: WHY_ALWAYS_BY_EMAIL[kind],
  }))
  const [first] = errors
  if (first) throw new AppError('invalid', first.message, { errors })
}

const whoChooses = ({ account, person }: FastifyRequest) => ({ accountId: account.id, personId: person.id })

const answer = (settings: NotificationSettings) =>
  notificationSettingsAnswer.parse({ ...settings, tellAtFirstTry: settings.notifyAtFirstTry })
