import type { FastifyInstance } from 'fastify'
import { toRfc2822 } from './api-dates.ts'
import { accountUri } from './api-resources.ts'

/** The Account resource, fetch alone (https://www.twilio.com/docs/iam/api/account). */
export function accountApi(app: FastifyInstance, { accountSid }: { accountSid: string }): void {
  const uri = `${accountUri(accountSid)}.json`
  const since = toRfc2822(new Date())
  app.get(uri, async () => ({
    sid: accountSid,
    owner_account_sid: accountSid,
    friendly_name: 'Sandbox',
    status: 'active',
    type: 'Full',
    date_created: since,
    date_updated: since,
    uri,
  }))
}
