import type { NumberAddresses } from '#server/adapters/telephony/own-number.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { isLocalName } from '#server/platform/visitors/local-name.ts'
import type { AdminDeps } from './deps.ts'

/**
 * Sets which server Cooee's own numbers ask when somebody rings it or writes to it, and returns the present and the
 * previous addresses. A real number can only ask the server at PUBLIC_URL: another would receive every call and text,
 * and since signatures are checked against PUBLIC_URL, Cooee under another name would refuse them itself.
 */
export async function pointNumber(
  deps: AdminDeps,
  admin: AskingAdmin,
  baseUrl: string,
): Promise<{ webhooks: NumberAddresses; previous: NumberAddresses }> {
  const target = acceptableTarget(deps, baseUrl)
  await note(deps, admin, 'number.pointing', target)
  const outcome = await deps.ownNumber.pointAt(target)
  switch (outcome.kind) {
    case 'pointed': {
      const { addresses: webhooks, previous } = outcome
      await note(deps, admin, 'number.pointed', `${target}; before: ${inWords(previous)}`)
      return { webhooks, previous }
    }
    case 'not_ours':
      throw new AppError(
        'receiver_failed',
        `Failed to update webhooks: the provider knows no such number${outcome.number ? ` as ${outcome.number}` : ''} in this account`,
      )
    case 'unavailable':
      deps.log.warn({ reason: outcome.reason }, 'Callback addresses of the phone number not set')
      throw new AppError('receiver_failed', 'Failed to update webhooks: the phone provider could not be asked')
  }
}

/** The address without the parts that must not be stored. */
function acceptableTarget({ publicUrl, sandbox }: AdminDeps, baseUrl: string): string {
  const refuse = (message: string) => new AppError('invalid', message, { field: 'baseUrl' })
  const url = new URL(baseUrl)
  if (url.username || url.password || url.search || url.hash) throw refuse('Please enter a valid URL')
  if (url.protocol !== 'https:' && !isLocalName(url.host)) throw refuse('The address must begin with https://')
  const target = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  if (sandbox.phones || target === normal(publicUrl)) return target
  throw refuse(
    `Only this server's own address, ${publicUrl}, can be set: calls and texts would go to somebody else, and Cooee accepts none that were signed for another address. To move, change PUBLIC_URL first.`,
  )
}

function normal(address: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The provider's value for no address. */
const SID = /^[A-Z]{2}[0-9a-f]{32}$/

/** For the audit log: without what is often a secret, a password or a key after the path. */
function inWords(addresses: NumberAddresses): string {
  const words = Object.entries(addresses).map(([name, text]) => {
    const url = URL.parse(text)
    if (url) return `${name} ${url.protocol}//${url.host}${url.pathname}`
    return `${name} ${SID.test(text) ? text : '(no address)'}`
  })
  return words.length > 0 ? words.join(', ') : 'none'
}

function note({ db, clock }: AdminDeps, admin: AskingAdmin, action: string, detail: string) {
  return db.transaction().execute((trx) => recordAction(trx, { ...admin, action, detail, at: clock.now() }))
}
