import pino from 'pino'
import type { Plans } from '#server/composition/app.ts'
import { offerHotDays } from '#server/features/hot-days/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type ScriptedForecast, scriptedForecast } from '#test/adapters/scripted-forecast.ts'
import type { SignedIn } from './build-test-app.ts'
import { type CallsFixture, callsFixture } from './calls-fixture.ts'
import { noPlans } from './plan-fixture.ts'

/** The clock of the fixture: Tuesday, 10 March 2026, 11:00 in Sydney and Melbourne. */
export const TODAY = '2026-03-10'
export const TOMORROW = '2026-03-11'

export interface HotDaysFixture extends CallsFixture {
  forecast: ScriptedForecast
  /** Refuses nothing, unless a test says so. */
  plans: Plans
  /** Margaret, near Mildura unless it is said otherwise. */
  somebody(carer: SignedIn, fields?: Record<string, unknown>): Promise<number>
  /** What a worker does every ten minutes. */
  look(db?: Db): Promise<void>
  offers(carer: SignedIn): Promise<{ id: number; lovedOneId: number; day: string; degrees: number }[]>
  /** The one open offer of an account. */
  offer(carer: SignedIn): Promise<number>
  /** Everything written about hot days. */
  notices(): Promise<{ personId: number | null; channel: string; subject: string | null; text: string }[]>
}

/** The app with a forecast that says what the test wants. */
export async function hotDaysFixture(): Promise<HotDaysFixture> {
  const forecast = scriptedForecast()
  const plans = { ...noPlans }
  const cooee = await callsFixture({ forecast, plans })
  const { db, clock, jobs, sealing } = cooee
  const offers: HotDaysFixture['offers'] = async (carer) => (await carer.get('/api/hot-days')).json().offers
  return {
    ...cooee,
    forecast,
    plans,
    somebody: (carer, fields = {}) =>
      cooee.aLovedOne(carer, { name: 'Margaret Hartley', hotDaysTown: 'mildura', ...fields }),
    look: (on = db) =>
      offerHotDays({
        ...{ db: on, clock, sealing, forecast, log: pino({ level: 'silent' }) },
        publicUrl: 'http://localhost:3000',
        enqueueNotice: (trx, notice) => enqueueMessage(jobs, trx, { isUrgent: true, ...notice }),
      }),
    offers,
    async offer(carer) {
      const [only, ...others] = await offers(carer)
      if (!only || others.length > 0) throw new Error(`There are ${others.length + (only ? 1 : 0)} offers`)
      return only.id
    },
    notices: () =>
      db
        .selectFrom('messages')
        .select(['personId', 'channel', 'subject', 'text'])
        .where('dedupeKey', 'like', 'hot-day:%')
        .orderBy('id')
        .execute(),
  }
}
