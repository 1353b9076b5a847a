import type { CareProcess } from './care-process.ts'
import type { Chance } from './chance.ts'
import type { ProcessLife } from './process-life.ts'
import type { ProviderMood } from './requests.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** What goes wrong at present. */
export interface Weather {
  /** Whether single requests, callbacks and statements go wrong now and then. */
  isUnkind: boolean
  mood: ProviderMood
  areCallbacksLost: boolean
  /** After so many more statements and answers the database restarts. */
  stepsToRestart: number
  /** After so many, another server takes the database's place. */
  stepsToFailOver: number
  /** By how much the clock of the product's machine is wrong, in milliseconds. */
  offsetMs: number
  figures: Record<'kills' | 'restarts' | 'failOvers' | 'suspensions' | 'clockSteps' | 'outages' | 'errors', number>
}

export function fairWeather(): Weather {
  return {
    isUnkind: false,
    mood: 'well',
    areCallbacksLost: false,
    stepsToRestart: Number.POSITIVE_INFINITY,
    stepsToFailOver: Number.POSITIVE_INFINITY,
    offsetMs: 0,
    figures: { kills: 0, restarts: 0, failOvers: 0, suspensions: 0, clockSteps: 0, outages: 0, errors: 0 },
  }
}

interface World {
  time: SimulatedTime
  chance: Chance
  startedAt: number
  /** The days on which they happen, counted from 0. */
  faultyDays: readonly number[]
  /** When the last day ends. */
  endsAt: number
  processes: readonly CareProcess[]
  anyProcess(): CareProcess | null
  suspend(life: ProcessLife, milliseconds: number): void
  planPoll(milliseconds: number): void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Of each day. */
const KILLS = 30
const RESTARTS = 8
const FAIL_OVERS = 4
const SUSPENSIONS = 6
const OUTAGES = 3
const CLOCK_STEPS = 3
/** Deaths and restarts come so many statements after their time at most: by night nothing is sent, and they strike when something is. */
const STATEMENTS = 120
/** Minutes, both ways: that its own clock has jumped a process sees by itself, and what is right it asks the database. */
const LONGEST_STEP_MS = 5 * MINUTE
/** A step that is too small to be seen. Less than what is waited for before the provider is asked again. */
const SMALL_STEP_MS = 1_500

/** Plans what goes wrong, and when. */
export function planFaults(weather: Weather, world: World): void {
  const { time, chance, startedAt, faultyDays, endsAt, processes } = world
  const { figures } = weather

  /** Nobody sleeps beyond the last day: what is due from then on is judged as if nothing were wrong. */
  function suspend(process: CareProcess | null, milliseconds: number): void {
    if (!process) return
    figures.suspensions += 1
    world.suspend(process.life, Math.min(milliseconds, endsAt - time.now()))
  }

  function kill(): void {
    const victim = world.anyProcess()
    if (victim) victim.life.diesAfter ??= chance.whole(1, STATEMENTS)
  }

  function restart(): void {
    weather.stepsToRestart = Math.min(weather.stepsToRestart, chance.whole(1, STATEMENTS))
  }

  function failOver(): void {
    weather.stepsToFailOver = Math.min(weather.stepsToFailOver, chance.whole(1, STATEMENTS))
  }

  function outage(): void {
    figures.outages += 1
    weather.mood = chance.oneOf(['busy', 'silent', 'unreachable'])
    time.after(chance.between(MINUTE, chance.oneOf([10 * MINUTE, 2.5 * HOUR])), () => {
      weather.mood = 'well'
    })
  }

  function loseCallbacks(): void {
    weather.areCallbacksLost = true
    time.after(chance.between(5 * MINUTE, 2 * HOUR), () => {
      weather.areCallbacksLost = false
    })
  }

  function stepClock(): void {
    figures.clockSteps += 1
    const most = chance.oneOf([SMALL_STEP_MS, 30_000, LONGEST_STEP_MS])
    weather.offsetMs = chance.between(-most, most)
    // The clock is corrected within an hour; until then a machine whose clock is far off does nothing.
    const wrong = weather.offsetMs
    time.after(chance.between(MINUTE, HOUR), () => {
      if (weather.offsetMs === wrong) weather.offsetMs = chance.between(-SMALL_STEP_MS, SMALL_STEP_MS)
    })
    world.planPoll(100)
  }

  /** Suspends every process, as when the whole machine sleeps. */
  function sleep(): void {
    const length = chance.between(10 * MINUTE, 3 * HOUR)
    for (const process of processes) suspend(process, length)
  }

  const sometimeOn = (day: number) => startedAt + (day + chance.next()) * DAY
  for (const day of faultyDays) {
    const several = (count: number, fault: () => void) => {
      for (let one = 0; one < count; one++) time.at(sometimeOn(day), fault)
    }
    several(KILLS, kill)
    several(RESTARTS, restart)
    several(FAIL_OVERS, failOver)
    several(SUSPENSIONS, () => suspend(world.anyProcess(), chance.between(1_000, 10 * MINUTE)))
    several(OUTAGES, outage)
    several(1, loseCallbacks)
    several(CLOCK_STEPS, stepClock)
  }
  if (faultyDays.length > 0) time.at(sometimeOn(chance.oneOf(faultyDays)), sleep)
}
