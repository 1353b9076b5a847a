import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { Registry } from 'prom-client'
import { type Auth, authSchema } from '#contract/accounts/accounts.ts'
import { buildServerApp, type ServerParts } from '#server/composition/app.ts'
import { buildLocalApp } from '#server/composition/local-app.ts'
import type { BillingDeps } from '#server/features/billing/public.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { type ChangeFeed, changeFeed } from '#server/platform/changes/change-feed.ts'
import type { HttpApp } from '#server/platform/http/http-app.ts'
import { createSealing, type Sealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { type ScriptedPayments, scriptedPayments } from '#test/adapters/scripted-payments.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { scriptedWebhookSender } from '#test/adapters/scripted-webhook-sender.ts'
import { noPlans } from '#test/plan-fixture.ts'
import { adminDeps } from './admin-deps.ts'
import { careDeps } from './care-deps.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { aRegistration } from './factories.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from './scripted-jobs.ts'

type Answer = LightMyRequestResponse
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Somebody with a session, and requests in their name. */
export interface SignedIn extends Auth {
  get(url: string): Promise<Answer>
  post(url: string, body?: unknown): Promise<Answer>
  patch(url: string, body?: unknown): Promise<Answer>
  delete(url: string): Promise<Answer>
  request(method: Method, url: string, body?: unknown): Promise<Answer>
}

export interface TestApp extends Pick<TestDatabase, 'db' | 'url'> {
  app: HttpApp
  clock: MovableClock
  jobs: ScriptedJobs
  /** What the billing feature is given; a test may switch billing off in it. */
  billing: BillingDeps & { payments: ScriptedPayments }
  /** With what is stored sealed; without a key unless a test gives one. */
  sealing: Sealing
  /** Changes published here reach every listener. */
  changes: ChangeFeed
  /** A request without a session. */
  request(method: Method, url: string, body?: unknown, options?: InjectOptions): Promise<Answer>
  /** A request on the port for this machine alone. */
  local(method: Method, url: string, body?: unknown, options?: InjectOptions): Promise<Answer>
  /** Registers somebody new, from an address of their own so that nobody uses up another's quota. */
  aRegisteredAccount(fields?: Record<string, unknown>): Promise<SignedIn>
  anAdmin(): Promise<SignedIn>
  /** Requests in the name of the token's owner. */
  signedIn(auth: Auth): SignedIn
  close(): Promise<void>
}

/** What all parts of a test's app have in common. */
type SharedParts = Pick<ServerParts, 'db' | 'jobs' | 'log' | 'publicUrl'>
/** Parts that take the place of the usual ones; with the clock, and what they share, where they need it. */
export type TestParts = Partial<ServerParts> | ((clock: MovableClock, shared: SharedParts) => Partial<ServerParts>)

/** The real app on a real database, with a clock that the test moves and jobs that run when the test says so. */
export async function buildTestApp(given: TestParts = {}): Promise<TestApp> {
  const database = await testDatabase()
  const clock = movableClock(new Date('2026-03-10T00:00:00.000Z'))
  const jobs = scriptedJobs()
  const changes = changeFeed()
  const { db, url } = database
  const log = pino({ level: 'silent' })
  const sealing = createSealing({}, log)
  const shared = { db, clock, jobs, log, sealing, publicUrl: 'http://localhost:3000' }
  const parts = typeof given === 'function' ? given(clock, shared) : given
  const enqueueNotice: CareDeps['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(jobs, trx, { isUrgent: true, ...notice })
  const { incidents, voices } = await careDeps({ ...shared, telephony: scriptedTelephony(), enqueueNotice })
  const billing = { ...shared, payments: scriptedPayments(), isBillingOn: true }
  const serverParts: ServerParts = {
    ...shared,
    admin: adminDeps(shared),
    plans: noPlans,
    // A registered account is verified, unless a test is about that.
    verifiesEmail: false,
    // Loved ones have agreed, unless a test is about that.
    consent: 'attested',
    callsPerSecond: 1000,
    limits: NO_LIMITS,
    phoneCountries: ['AU', 'NZ'],
    changes,
    incidents,
    webhookSender: scriptedWebhookSender(),
    voiceCalls: { ...adminDeps({ ...shared, db: parts.db ?? db }), log, voices, sealing },
    push: scriptedPush(),
    soundObjects: null,
    billing,
    ownNumbers: ['+61491570100'],
    isSandbox: true,
    metrics: new Registry(),
    sandboxAddress: () => 'http://localhost:4000/sandbox',
    ...parts,
  }
  const app = await buildServerApp(serverParts)
  const localApp = await buildLocalApp(serverParts)

  const asking =
    (asked: HttpApp): TestApp['request'] =>
    (method, path, body, options = {}) =>
      asked.inject({ method, url: path, ...(body === undefined ? {} : { payload: body as object }), ...options })
  const request = asking(app)

  const signedIn = (auth: Auth): SignedIn => {
    const asThem = (method: Method, path: string, body?: unknown) =>
      request(method, path, body, { headers: { authorization: `Bearer ${auth.token}` } })
    return {
      ...auth,
      request: asThem,
      get: (path) => asThem('GET', path),
      post: (path, body) => asThem('POST', path, body),
      patch: (path, body) => asThem('PATCH', path, body),
      delete: (path) => asThem('DELETE', path),
    }
  }

  const aRegisteredAccount: TestApp['aRegisteredAccount'] = async (fields = {}) => {
    const answer = await request('POST', '/api/register', aRegistration(fields), { remoteAddress: anAddress() })
    if (answer.statusCode !== 201) throw new Error(`Registering answered ${answer.statusCode}: ${answer.body}`)
    return signedIn(authSchema.parse(answer.json()))
  }

  return {
    app,
    db,
    url,
    clock,
    jobs,
    billing,
    sealing: parts.sealing ?? sealing,
    changes,
    request,
    local: asking(localApp),
    signedIn,
    aRegisteredAccount,
    async anAdmin() {
      const admin = await aRegisteredAccount()
      await db.updateTable('people').set({ role: 'admin' }).where('id', '=', admin.user.id).execute()
      return signedIn({ ...admin, user: { ...admin.user, role: 'admin' } })
    },
    async close() {
      await app.close()
      await localApp.close()
      await database.close()
    },
  }
}

let addresses = 0
/** A network address that nobody else in this run has: from the block that documentation may use. */
export function anAddress(): string {
  addresses += 1
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}
