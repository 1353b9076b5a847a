/** A planned event. */
export interface PlannedEvent {
  readonly at: number
  /** Of two at the same instant, the one that was planned first goes first. */
  readonly order: number
  run: (() => unknown) | null
}

/** The time of the simulation: it stands still during an event, and jumps to the next one. */
export interface SimulatedTime {
  /** Milliseconds since the epoch, by a perfect clock. */
  now(): number
  /** Plans an event; it may plan more, and is awaited. */
  at(instant: number, run: () => unknown): PlannedEvent
  after(milliseconds: number, run: () => unknown): PlannedEvent
  cancel(event: PlannedEvent): void
  /** Runs every event planned until then in order, with the events they plan. */
  runUntil(instant: number): Promise<void>
  /** The number of events so far. */
  steps(): number
}

export function simulatedTime(start: number): SimulatedTime {
  let now = start
  let order = 0
  let steps = 0
  const planned: PlannedEvent[] = [] // a binary heap, the next one first
  const isBefore = (one: PlannedEvent, other: PlannedEvent) =>
    one.at < other.at || (one.at === other.at && one.order < other.order)

  function push(event: PlannedEvent): void {
    let index = planned.push(event) - 1
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = planned[parent]
      if (!above || isBefore(above, event)) break
      planned[index] = above
      planned[parent] = event
      index = parent
    }
  }

  function pop(): PlannedEvent | undefined {
    const first = planned[0]
    const last = planned.pop()
    if (!first || !last || first === last) return first
    let index = 0
    for (;;) {
      const [left, right] = [planned[2 * index + 1], planned[2 * index + 2]]
      const isRight = right !== undefined && left !== undefined && isBefore(right, left)
      const smaller = isRight ? right : left
      if (!smaller || isBefore(last, smaller)) break
      planned[index] = smaller
      index = 2 * index + (isRight ? 2 : 1)
    }
    planned[index] = last
    return first
  }

  const time: SimulatedTime = {
    now: () => now,
    at(instant, run) {
      order += 1
      const event = { at: Math.max(now, instant), order, run }
      push(event)
      return event
    },
    after: (milliseconds, run) => time.at(now + Math.max(0, milliseconds), run),
    cancel(event) {
      event.run = null
    },
    async runUntil(instant) {
      for (;;) {
        const next = planned[0]
        if (!next || next.at > instant) break
        pop()
        if (!next.run) continue
        now = next.at
        steps += 1
        await next.run()
        await everybodyWaits()
      }
      now = Math.max(now, instant)
    },
    steps: () => steps,
  }
  return time
}

const realImmediate = setImmediate

/** Resolves when all running work waits for a planned event: nothing waits for anything else. */
function everybodyWaits(): Promise<void> {
  return new Promise((resolve) => realImmediate(resolve))
}
