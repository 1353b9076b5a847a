import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import {
  accountDeletedMail,
  deletionPlannedMail,
  deletionUndoneMail,
} from '#server/features/account-data/deletion-mails.ts'
import * as accountMails from '#server/features/accounts/account-mails.ts'
import * as passkeyMails from '#server/features/accounts/passkeys/passkey-mails.ts'
import * as secondFactorMails from '#server/features/accounts/second-factor/second-factor-mails.ts'
import { endBlockedCalls } from '#server/features/care/dispatch/not-made/end-blocked-calls.ts'
import { notifyOfLateCalls } from '#server/features/care/dispatch/not-made/notify-of-late-calls.ts'
import { lockIncident, peopleOf } from '#server/features/incidents/causes/incident-state.ts'
import { type AlertContent, notifyPerson } from '#server/features/incidents/steps/notify-person.ts'
import { notifyOfLimit } from '#server/features/messages/public.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { sendSummaries } from '#server/features/summaries/send-summaries.ts'
import { type IncidentFixture, incidentFixture } from './incident-fixture.ts'

const root = resolve(import.meta.dirname, '..')
const HOUR = 3_600_000
const SAFETY = 'In danger? Call 000. Cooee is not an emergency service.'

let on: IncidentFixture
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())

const ROBYN = {
  accountId: 1,
  id: 1,
  email: 'robyn@example.com',
  username: 'robyn',
  firstName: 'Robyn',
  timezone: 'Australia/Sydney',
}
const LINK = 'http://localhost:3000/somewhere'

/** Messages of every purpose of an incident. */
const TELLINGS: Record<AlertContent['purpose'], AlertContent> = {
  alert: { purpose: 'alert', willNotify: ['Susan Hartley'] },
  further: {
    ...{ purpose: 'further', headline: 'News', plainHeadline: 'News' },
    ...{ detail: null, ownerName: null, isOwner: false },
  },
  owned: { purpose: 'owned', ownerName: 'Susan Hartley', doing: 'calling now' },
  given_back: { purpose: 'given_back', why: "Susan Hartley can't check on Margaret Hartley after all." },
  nobody_reached: { purpose: 'nobody_reached' },
  all_clear: { purpose: 'all_clear', how: "Susan Hartley says all's well." },
  unresolved: { purpose: 'unresolved', result: 'all_notified' },
  withdrawn: { purpose: 'withdrawn', how: "That was Margaret's voicemail.", callId: 0 },
  rang: { purpose: 'rang', at: new Date('2026-03-09T22:20:00Z') },
}
const ENDINGS: readonly string[] = ['all_clear', 'withdrawn']

test("every mail to a family opens with its reader's name and closes with Cooee", async () => {
  await on.startOver()
  const { care, account, lovedOneId } = on
  await on.open()
  const notified = async (purpose: AlertContent['purpose']) => {
    await care.db.transaction().execute(async (trx) => {
      const incident = await lockIncident(trx, (await on.incident()).id)
      const [holder] = incident ? await peopleOf(trx, incident.id) : []
      if (!incident || !holder) throw new Error('Nobody is notified')
      await notifyPerson(care.deps.incidents, trx, incident, holder, {
        ...{ channel: 'email', round: 9, content: TELLINGS[purpose] },
      })
    })
    return care.notified.at(-1)?.text ?? ''
  }
  const alerts: Record<string, string> = {}
  for (const purpose of Object.keys(TELLINGS) as AlertContent['purpose'][]) alerts[purpose] = await notified(purpose)

  for (const kind of ['texts', 'spend', 'alert_calls'] as const) {
    await care.db
      .transaction()
      .execute((trx) => notifyOfLimit(care.deps, trx, account.id, { kind, most: 4 }, care.clock.now()))
  }
  const summary = { frequency: 'daily', hour: 8 } as const
  await saveNotificationSettings(
    care.db,
    { accountId: account.id, personId: account.personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, summary },
    care.clock.now(),
  )
  await care.aCall(account, { lovedOneId, at: new Date(care.clock.now().getTime() + 23 * HOUR) })
  care.clock.advance(24 * HOUR)
  expect(await sendSummaries(care.deps)).toBe(1)
  expect(await notifyOfLateCalls(care.deps)).toBeGreaterThan(0)
  await care.aCall(account, { lovedOneId: await care.somebodyElse(account), at: care.clock.now() })
  await care.db.updateTable('accounts').set({ suspendedByAdminAt: care.clock.now() }).execute()
  expect(await endBlockedCalls(care.deps)).toBe(true)

  const byHand = [
    accountMails.resetLinkMail(ROBYN, LINK),
    accountMails.verificationMail(ROBYN, { link: LINK, isFirst: true }),
    accountMails.passwordChangedMail(ROBYN, "we've signed out every device", { passkeys: 2, tokens: 2, silenced: 1 }),
    accountMails.contactDetailsChangedMail(ROBYN, { changes: ['A change.'], link: LINK }),
    accountMails.contactDetailsRestoredMail(ROBYN),
    secondFactorMails.secondFactorOnMail(ROBYN),
    secondFactorMails.secondFactorOffMail(ROBYN),
    secondFactorMails.secondFactorRemovedMail(ROBYN),
    secondFactorMails.recoveryCodeUsedMail(ROBYN, 2),
    passkeyMails.passkeyAddedMail(ROBYN, 'Phone'),
    passkeyMails.passkeyRemovedMail(ROBYN, 'Phone'),
    deletionPlannedMail(ROBYN, new Date(), { publicUrl: LINK, stopsCalls: true }),
    deletionUndoneMail(ROBYN),
  ]
  const mails = [...care.notified.filter(({ channel }) => channel === 'email'), ...byHand]
  expect(mails.length).toBeGreaterThan(26)
  for (const { subject, text } of mails) {
    expect(text, subject ?? '').toMatch(/^Hello Robyn,\n\n\S[\s\S]*\S\n\nCooee$/)
    expect(text.match(/^(Hello\b.*|Cooee)$/gm), subject ?? '').toHaveLength(2)
    expect(text.match(/emergency service|Call 000/gi) ?? [], subject ?? '').toHaveLength(text.includes(SAFETY) ? 2 : 0)
    expect(subject, text).not.toMatch(/^Cooee:/)
  }
  for (const [purpose, text] of Object.entries(alerts))
    expect([purpose, text.includes(SAFETY)]).toEqual([purpose, !ENDINGS.includes(purpose)])
  // Nothing is left by which its reader could be named.
  expect(accountDeletedMail('robyn@example.com').text).toMatch(/^Hello,\n\n[\s\S]*\n\nCooee$/)
})

test('the opening and the close of a mail are written in one place: no other file greets or signs', () => {
  const files = readdirSync(join(root, 'src/server'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const named = (pattern: RegExp) =>
    files.filter((path) => pattern.test(readFileSync(path, 'utf8'))).map((path) => relative(root, path))
  // Mails to operators have their own words.
  const OPERATORS = 'src/server/features/messages/mail-admins.ts'
  expect(named(/sentGreeting|['"`]Hello[ ,]|'Cooee',?\s*\]\.join/)).toEqual([OPERATORS])
  const writers = named(/channel: 'email'(?! \|)/).filter((path) => path !== OPERATORS)
  expect(writers.length).toBeGreaterThan(7)
  expect(writers.filter((path) => !readFileSync(join(root, path), 'utf8').includes('mailBody('))).toEqual([])
})
