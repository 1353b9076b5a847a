import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { addContactBody } from '#contract/people/contacts.ts'
import { addLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { nextOccurrence } from '#core/recurrence/next-occurrence.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Env } from '#server/platform/environment/env.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { limitsFrom } from '#server/platform/visitors/limits.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { createDemoAccounts } from './features/accounts/public.ts'
import { type CallsDeps, noCallLimits, scheduleCall } from './features/calls/public.ts'
import { recordConsent } from './features/consents/public.ts'
import { addContact, type ContactsDeps } from './features/contacts/public.ts'
import { addLovedOne, switchTalks } from './features/loved-ones/public.ts'
import { enqueueMessage } from './features/messages/public.ts'
import type { NoticeMessage } from './features/notifications/public.ts'
import type { Sealing } from './platform/sealing/sealing.ts'

interface Foundation {
  db: Db
  jobs: Jobs
  sealing: Sealing
}

/** The accounts `demo` (with samples) and `admin` on an empty embedded database. Returns their password, on later starts too; null without them. */
export async function addDemoAccounts(
  { db, jobs, sealing }: Foundation,
  { env, dataDir, ownNumbers }: { env: Env; dataDir: string; ownNumbers: OwnNumbers },
): Promise<string | null> {
  if (env.NODE_ENV === 'production') return null
  const kept = join(dataDir, 'demo-password')
  const deps = {
    db,
    jobs,
    clock: systemClock,
    plans: noCallLimits,
    callsPerSecond: env.CALLS_PER_SECOND,
    ownNumbers,
    limits: limitsFrom(env),
    publicUrl: env.PUBLIC_URL,
    enqueueNotice: (trx: Trx, notice: NoticeMessage) => enqueueMessage(jobs, trx, notice),
  }
  const keepPassword = () => {
    const password = env.DEMO_PASSWORD ?? randomBytes(9).toString('base64url')
    writeFileSync(kept, password, { mode: 0o600, flush: true })
    return password
  }
  await createDemoAccounts(deps, keepPassword, (demo) => addSamples({ ...deps, sealing }, demo.accountId))
  return existsSync(kept) ? readFileSync(kept, 'utf8') : null
}

/** Numbers whose last digits decide how the sandbox's phones behave; they belong to nobody. */
async function addSamples(
  deps: CallsDeps & Foundation & Pick<ContactsDeps, 'enqueueNotice' | 'publicUrl'>,
  accountId: number,
) {
  const lovedOnes = {
    ...deps,
    beforeAdding: async () => {},
    onZoneChanged: async () => {},
    consent: 'asked' as const,
    beforeRemoving: async () => {},
  }
  const add = async (body: z.input<typeof addLovedOneBody>) => {
    const lovedOneId = await addLovedOne(lovedOnes, { id: accountId }, addLovedOneBody.parse(body))
    // The demo's people have agreed: somebody who tries it out hears the call's own question at once.
    const agreed = { accountId, lovedOneId, state: 'agreed', how: 'account_holder', at: deps.clock.now() } as const
    await deps.db.transaction().execute(async (trx) => {
      for (const subject of ['calls', 'words', 'recording'] as const) await recordConsent(trx, { ...agreed, subject })
    })
    return lovedOneId
  }
  const margaret = await add({
    name: 'Margaret Hartley',
    phoneNumber: '0491 570 156',
    timezone: 'Australia/Sydney',
    relationship: 'parent',
    notes: 'Slow to the phone: let it ring.',
    // A person who tries it out sees within minutes who is notified of a missed call.
    retryAttempts: 1,
    retryDelayMinutes: 1,
  })
  // Margaret chats: her check-ins are short talks, with a scripted model unless one is configured.
  await deps.db.transaction().execute(async (trx) => {
    await switchTalks(trx, margaret, true)
    const agreed = { accountId, lovedOneId: margaret, state: 'agreed', how: 'account_holder' } as const
    await recordConsent(trx, { ...agreed, subject: 'conversation', at: deps.clock.now() })
  })
  const con = await add({
    name: 'Con Papadakis',
    phoneNumber: '0491 570 157',
    timezone: 'Australia/Perth',
    relationship: 'grandparent',
  })
  const contacts = [
    { name: 'Tom Hartley', phoneNumber: '0491 570 158', relationship: 'Son' },
    { name: 'Susan Nguyen', phoneNumber: '0491 570 159', relationship: 'Neighbour', contactType: 'friend' },
  ] as const
  for (const contact of contacts) {
    const body = addContactBody.parse({ lovedOneId: margaret, isEmergencyContact: true, ...contact })
    await addContact({ ...deps, phoneCountries: ['AU'] }, { id: accountId }, body, undefined, { hasAgreed: true })
  }
  // About twenty of the trial's thirty calls: the person who tries it out can schedule more.
  const samples = [
    {
      lovedOneId: margaret,
      callType: 'daily_check_in',
      recurrencePattern: 'daily',
      zone: 'Australia/Sydney',
      at: '09:00',
    },
    {
      lovedOneId: margaret,
      callType: 'medication_reminder',
      recurrencePattern: 'weekends',
      zone: 'Australia/Sydney',
      at: '18:00',
    },
    { lovedOneId: con, callType: 'wake_up_call', recurrencePattern: 'weekly', zone: 'Australia/Perth', at: '07:15' },
  ] as const
  for (const { zone, at, ...call } of samples) {
    await scheduleCall(deps, { id: accountId }, { ...call, schedulePatterns: [], scheduledTime: nextTime(zone, at) })
  }
}

/** The next time the clock on the wall there shows `timeOfDay`. */
function nextTime(zone: string, timeOfDay: string): string {
  const now = systemClock.now()
  return (nextOccurrence({ kind: 'daily', timeOfDay }, now, zone) ?? now).toISOString()
}
