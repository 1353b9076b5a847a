import { pino } from 'pino'
import { noticeFailover } from '#server/features/dialling/public.ts'
import { loadIncidentLinks } from '#server/features/incidents/view/incident-links.ts'
import { connectionPool, type Db, openDatabase } from '#server/platform/database/database.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { type AccountHolders, accountHolders } from './account-holders.ts'
import { type CareProcess, careProcess } from './care-process.ts'
import { type Chance, chanceOf } from './chance.ts'
import { addDeciders } from './deciders.ts'
import { planDecisions } from './decisions.ts'
import { type DueTimes, dueWork, EVERY_MS, POLL_NAMES, type PollName } from './due-work.ts'
import { type Families, familiesOf } from './families.ts'
import { fairWeather, planFaults } from './faults.ts'
import { aPopulation, type Population } from './population.ts'
import { type ProcessLife, planFor, simulateTimers, within } from './process-life.ts'
import { dueInstants } from './promise-book.ts'
import { type DatabaseFaults, simulatedDatabase } from './simulated-database.ts'
import { jobQueue } from './simulated-jobs.ts'
import { simulatedMail, type TakenMail } from './simulated-mail.ts'
import {
  type RefusedDial,
  type Ring,
  simulatedProvider,
  type TakenBack,
  type TakenText,
  type WrittenText,
} from './simulated-provider.ts'
import { type PlannedEvent, simulatedTime } from './simulated-time.ts'

export interface SimulationPlan {
  seed: number
  /** A migrated database of its own. */
  databaseUrl: string
  days?: number
  lovedOnes?: number
  /** How many further people nearly always answer. */
  ordinary?: number
  /** The share of days on which processes die, and databases and providers fail; single requests fail on every day. */
  faulty?: number
  /** Called with each error in a poll, to investigate a run that failed. */
  onError?: (message: string) => void
  /** Called with the backend process id of each new connection. */
  onConnection?: (pid: number) => void
}

/** What happened, as seen from outside; the product's own record is in the database. */
export interface Course {
  readonly seed: number
  readonly startedAt: number
  /** When the last fault had ended. */
  readonly endedAt: number
  readonly population: Population
  readonly pressed: AccountHolders['pressed']
  readonly suspended: AccountHolders['suspended']
  readonly said: Families['said']
  readonly callsPerSecond: number
  readonly rings: readonly Ring[]
  readonly refused: readonly RefusedDial[]
  readonly texts: readonly TakenText[]
  readonly written: readonly WrittenText[]
  readonly takenBack: readonly TakenBack[]
  readonly mails: readonly TakenMail[]
  /** By how much the clocks of our processes were off at most, in milliseconds. */
  readonly clockErrorMs: number
  readonly figures: Record<string, number>
  /** Equal for equal runs, statement by statement. */
  readonly digest: string
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Both ends of daylight saving in the south-east, the evening before. */
const EVES = [Date.UTC(2027, 3, 2, 14), Date.UTC(2027, 9, 1, 14)]
/** Statistics gathered at a real moment would change plans, and with them the order of rows. */
const KEEP_PLANS = `
  do $$ declare one record; begin
    for one in select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    loop execute format('alter table %s set (autovacuum_enabled = false)', one.name); end loop;
  end $$`
const PROCESSES = [2, 3, 4, 5]
const CONNECTIONS_OF_A_PROCESS = 8
/** As the product gives it (`src/server/composition/workers/start-workers.ts`). */
const CONNECTIONS_OF_A_DISPATCHER = 4
/** Calls that may leave each second: as a rule enough for all that is due at once, and with some seeds far too few. */
const RATES = [20, 20, 5, 1, 0.4]
/** By how much the clock of a process is wrong at most in its first hour: by a second, or by minutes. */
const SKEWS_MS = [1_000, 1_000, 20_000, 300_000]
/** The largest error of a clock that was compared with the database's and is trusted. */
const CLOCK_ERROR_MS = 30_000
/** How much too early a poll may be. */
const SKEW_MS = 1_000
const COMPARE_EVERY_MS = HOUR
/** Old versions of rows are removed: otherwise the days of a long run become slower and slower. */
const VACUUM_EVERY_MS = DAY
/** A text older than the last search for lost texts by more than this is not searched for again. */
const TEXTS_OVERLAP_MS = 10 * MINUTE
/** The longest time until a change is polled. */
const SOON_MS = 1_000
/** After the last fault: three rounds of every contact, with repeated acknowledgements and releases. */
const SETTLING_MS = 24 * HOUR
/** After the last fault: until everything due is claimed, and the calls that follow are booked. */
const LAST_CALLS_MS = 90 * MINUTE
/** Every contact is notified at least once within this time; no round takes longer. */
const LAST_ROUNDS_MS = 5 * HOUR

const faultyDays = (days: number, share: number, chance: Chance): number[] =>
  Array.from({ length: days }, (_, day) => day).filter(() => chance.happens(share))

/** Runs some days of calls with faults, and then some hours without. */
export async function simulate(plan: SimulationPlan): Promise<Course> {
  const {
    seed,
    databaseUrl,
    days = 2,
    lovedOnes = 10,
    ordinary = 0,
    faulty = 1,
    onError = () => {},
    onConnection = () => {},
  } = plan
  const chance = (subject: string) => chanceOf(seed, subject)
  const startedAt = chance('eve').oneOf(EVES)
  const endedAt = startedAt + days * DAY
  const time = simulatedTime(startedAt)
  const control = connectionPool(databaseUrl, { poolSize: 1 })
  const setup = openDatabase(databaseUrl, { poolSize: 2 })
  const undoTimers = simulateTimers()
  const jitter = chance('jitter')
  const faults = chance('faults')
  const callsPerSecond = chance('rate').oneOf(RATES)
  const weather = fairWeather()
  const { figures } = weather
  const isUnkind = () => weather.isUnkind
  weather.isUnkind = true
  let lives = 0
  const processes: CareProcess[] = []
  const pollChance = chance('rounds')
  const polled = new Map<PollName, { at: number; patience: number }>()
  const notBefore = new Map<PollName, number>()
  let nextPoll: PlannedEvent | null = null
  let poll: () => unknown = () => {}
  /** Rounds run as often as in the product, except those that would find nothing. */
  function planPoll(milliseconds: number): void {
    const at = time.now() + Math.max(1, milliseconds)
    if (nextPoll && nextPoll.at <= at) return
    if (nextPoll) time.cancel(nextPoll)
    nextPoll = time.at(at, () => poll())
  }

  const jobs = jobQueue()
  const work = dueWork(control, jobs)
  const faultsOfDatabase: DatabaseFaults = {
    chance: chance('database'),
    isUnkind,
    onConnection,
    onDeath(life) {
      processes.splice(
        processes.findIndex((process) => process.life === life),
        1,
      )
      figures.kills += 1
      time.after(faults.between(500, faults.oneOf([5_000, 30_000, 300_000])), () => begin())
    },
    onWrite() {
      if (!nextPoll || nextPoll.at > time.now() + SOON_MS) planPoll(pollChance.between(30, SOON_MS))
    },
    onEffect: (sql) => work.noteStatement(sql),
    onStep() {
      weather.stepsToRestart -= 1
      weather.stepsToFailOver -= 1
      if (weather.stepsToRestart <= 0) {
        weather.stepsToRestart = Number.POSITIVE_INFINITY
        figures.restarts += 1
        time.after(0, () => breakDatabase('restarts', database.restart))
      }
      if (weather.stepsToFailOver <= 0) {
        weather.stepsToFailOver = Number.POSITIVE_INFINITY
        figures.failOvers += 1
        time.after(0, () => breakDatabase('fails over', failOver))
      }
    },
  }
  /** For moments, or for up to a minute. */
  function breakDatabase(what: string, breakIt: (forMs: number) => Promise<void>): Promise<void> {
    const forMs = faults.between(200, faults.oneOf([2_000, 60_000]))
    onError(
      `${new Date(time.now()).toISOString()} the database ${what}, and is away for ${(forMs / 1000).toFixed(1)} s`,
    )
    return breakIt(forMs)
  }
  /** Nothing is lost, which no process can know: it finds another timeline than the one it dialled on. */
  async function failOver(darkForMs: number): Promise<void> {
    await database.failOver(darkForMs)
    await control.query(`update dial_fence set timeline = '00000000'`)
  }
  const database = simulatedDatabase(databaseUrl, time, faultsOfDatabase, jobs)
  /** As the product opens it, but for what carries its bytes. */
  const aPool = (life: ProcessLife, poolSize: number): Db =>
    openDatabase(databaseUrl, {
      poolSize,
      stream: () => database.socketFor(life),
      async beforeFirstUse(connection) {
        const own = processes.find((process) => process.life === life)
        if (own?.isReady) await noticeFailover(connection, own.deps)
      },
      onChanged: () => {},
    })
  let begin = () => {}
  const postbox = simulatedMail(time, chance('mail'), isUnkind)

  const routing = chance('routing')
  const anyProcess = (): CareProcess | null => {
    const alive = processes.filter(({ life, isReady }) => isReady && !life.isDead)
    return alive.length > 0 ? routing.oneOf(alive) : null
  }

  try {
    await control.query(KEEP_PLANS)
    const links = await loadIncidentLinks({ db: setup, sealing: createSealing({}, pino({ level: 'silent' })) })
    const making = { db: setup, clock: { now: () => new Date(time.now()) }, days }
    const population = await aPopulation({ ...making, chance: chance('population') }, { lovedOnes, ordinary })
    const deciders = await addDeciders({ ...making, chance: chance('deciders') }, population)
    const provider = simulatedProvider(
      time,
      population.habits,
      {
        chance: chance('provider'),
        isUnkind,
        mood: () => weather.mood,
        areCallbacksLost: () => weather.areCallbacksLost,
      },
      (callback) =>
        new Promise((resolve, reject) => {
          const process = anyProcess()
          if (!process) return reject(new Error('Nobody is there'))
          // Not awaited: its work takes simulated time.
          planFor(process.life, 1, () => {
            void process.serve(() => callback(process.facts)).then(resolve, reject)
          })
        }),
    )
    const write = (from: string, text: string) => {
      provider.write(from, text)
      planPoll(90_000)
    }
    const holders = accountHolders({
      time,
      chance: chance('holders'),
      awayChance: chance('times away'),
      isLeftAlone: ({ id }) => deciders.some(({ lovedOneId }) => lovedOneId === id),
      control,
      population,
      anyProcess,
      write,
    })

    const families = familiesOf({ time, chance: chance('families'), control, anyProcess, write })
    begin = () => {
      lives += 1
      const name = `process ${lives}`
      const life: ProcessLife = { name, time, jitter, isDead: false, diesAfter: null, suspendedUntil: 0 }
      const mostMs = faults.oneOf(SKEWS_MS)
      const wrongMs = faults.between(-mostMs, mostMs)
      const rightMs = faults.between(-SKEW_MS, SKEW_MS)
      const isRightFrom = time.now() + faults.between(MINUTE, HOUR)
      const skewMs = () => (time.now() < isRightFrom && weather.isUnkind ? wrongMs : rightMs)
      const machine = { now: () => new Date(Math.round(time.now() + weather.offsetMs + skewMs())) }
      processes.push(
        within(life, () =>
          careProcess({
            life,
            db: aPool(life, CONNECTIONS_OF_A_PROCESS),
            dispatching: aPool(life, CONNECTIONS_OF_A_DISPATCHER),
            queue: jobs,
            machine,
            callsPerSecond,
            telephony: provider.telephonyFor(life),
            texts: provider.textsFor(life),
            mail: postbox.mailFor(life),
            recordings: provider.recordingsFor(life),
            links,
            onError(_, pollName, error) {
              figures.errors += 1
              onError(`${new Date(time.now()).toISOString()} ${life.name} ${pollName}: ${error}`)
            },
          }),
        ),
      )
      planPoll(pollChance.between(30, 1_000))
    }
    for (let count = faults.oneOf(PROCESSES); count > 0; count--) begin()

    /** Runs the polls that have something to do, on one process or on several at once. */
    poll = async () => {
      nextPoll = null
      const due = await work.times()
      let soonest = time.now() + DAY
      for (const pollName of POLL_NAMES) {
        const at = dueAt(pollName, due)
        if (at === null) continue
        const from = Math.max(at + pollChance.between(-SKEW_MS, SKEW_MS), notBefore.get(pollName) ?? 0)
        if (at - SKEW_MS > time.now() || from > time.now()) {
          soonest = Math.min(soonest, from)
          continue
        }
        soonest = Math.min(soonest, runPoll(pollName))
      }
      planPoll(soonest - time.now())
    }

    planPoll(1)
    planFaults(weather, {
      time,
      chance: faults,
      startedAt,
      faultyDays: faultyDays(days, faulty, chance('faulty days')),
      endsAt: endedAt,
      processes,
      anyProcess,
      suspend: database.suspend,
      planPoll,
    })
    holders.plan(endedAt)
    families.plan(endedAt + LAST_ROUNDS_MS)
    planDecisions(
      {
        time,
        chance: chance('decisions'),
        control,
        population,
        deciders,
        anyProcess,
        write,
        takeBack: provider.takeBack,
      },
      endedAt,
    )
    for (let at = startedAt; at < endedAt + SETTLING_MS; at += COMPARE_EVERY_MS) {
      time.at(at, () => {
        for (const process of processes) process.compareClock()
      })
    }
    for (let at = startedAt + VACUUM_EVERY_MS; at < endedAt; at += VACUUM_EVERY_MS) {
      time.at(at, async () => void (await control.query('vacuum (analyze, truncate false)')))
    }
    await time.runUntil(endedAt)
    Object.assign(weather, {
      ...fairWeather(),
      figures,
    })
    for (const { life } of processes) life.diesAfter = null
    await time.runUntil(endedAt + LAST_CALLS_MS)
    // Everything due is booked: no further call is, so that everything ends.
    await control.query('update call_schedules set ended_at = $1', [new Date(time.now())])
    await control.query(`delete from calls where status = 'scheduled' and dial_at > $1`, [new Date(time.now())])
    work.forget()
    // No incident ends by itself: in the end each waits for a morning that does not come, or for its owner.
    for (let at = endedAt + LAST_ROUNDS_MS; at < endedAt + 2 * LAST_ROUNDS_MS; at += MINUTE) {
      await time.runUntil(at)
      const never = new Date(endedAt + 10 * SETTLING_MS)
      const atRest = `update incidents set next_at = $1, round_starts_at = $1 where ended_at is null and (round_starts_at > $2 or status = 'owned')`
      await control.query(atRest, [never, new Date(time.now())])
      work.forget()
    }
    await time.runUntil(endedAt + SETTLING_MS)
    return {
      seed,
      startedAt,
      endedAt,
      population,
      pressed: holders.pressed,
      suspended: holders.suspended,
      said: families.said,
      callsPerSecond,
      rings: provider.rings,
      refused: provider.refused,
      texts: provider.taken,
      written: provider.written,
      takenBack: provider.takenBack,
      mails: postbox.taken,
      clockErrorMs: CLOCK_ERROR_MS,
      digest: database.digest(),
      figures: {
        ...figures,
        ...provider.counts,
        timesAway: population.lovedOnes.flatMap(({ away }) => away).length,
        callsWhileAway: population.wishes.flatMap((wish) =>
          dueInstants({ ...wish, away: [] }, endedAt).filter((at) => !dueInstants(wish, endedAt).includes(at)),
        ).length,
        statements: database.statements(),
        texts: provider.taken.length,
        mails: postbox.taken.length,
        decisions: provider.rings.flatMap(({ decisions }) => decisions).length,
      },
    }

    function dueAt(pollName: PollName, due: DueTimes): number | null {
      if (pollName !== 'lostTexts') return due[pollName]?.getTime() ?? null
      const polledUntil = due.textsPolledUntil.getTime()
      if (provider.hasUnnotifiedTexts(polledUntil - TEXTS_OVERLAP_MS)) return 0
      const dueForReply = due.replyAwaitedUntil && due.replyAwaitedUntil.getTime() - EVERY_MS.lostTexts
      return dueForReply !== null && polledUntil < dueForReply ? dueForReply : null
    }

    /** Sets when this poll runs again, if it is still due. */
    function runPoll(pollName: PollName): number {
      const last = polled.get(pollName)
      const isInVain = last !== undefined && time.now() - last.at < 30_000
      const patience = isInVain ? Math.min(16, last.patience * 1.4) : 1
      polled.set(pollName, { at: time.now(), patience })
      const again = time.now() + Math.max(EVERY_MS[pollName], 1_000 * patience)
      notBefore.set(pollName, again)
      const pollers = processes.filter((_, index) => index === 0 || pollChance.happens(0.25))
      if (pollChance.happens(0.5)) pollers.reverse()
      for (const process of pollers) process.poll(pollName)
      return again
    }
  } finally {
    undoTimers()
    await database.close()
    await setup.destroy()
    await control.end()
  }
}
