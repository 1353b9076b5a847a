import type { LoadRing, SeenByPhones } from './load-phones.ts'
import type { CallRecord, LoadRecords } from './read-load.ts'

export interface PromisedLoad {
  /** One daily schedule for each, with the ids from 1. */
  count: number
  /** When the first are due. */
  due: number
  /** So many are due in each minute from then on, all at its beginning. */
  aMinute: number
  /** Tries after the first. */
  retries: number
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/**
 * Compares what was promised with what the provider's phones saw and what our database says: one sentence for each broken
 * promise. It shares no code with the product.
 */
export function brokenUnderLoad(promised: PromisedLoad, seen: SeenByPhones, records: LoadRecords): string[] {
  const rings = Map.groupBy(
    seen.rings.filter(({ purpose }) => purpose === 'care'),
    ({ dialId }) => dialId,
  )
  return [
    ...brokenCalls(promised, records),
    ...brokenDials(seen.rings, records),
    ...brokenRings(promised, rings, records),
    ...brokenLines(seen.rings),
    ...brokenSilence(seen.rings),
    ...brokenNotices(records),
    ...brokenTexts(seen, records),
  ]
}

const isOpen = ({ status }: CallRecord) => status === 'scheduled' || status === 'in_progress'

/** Nothing is lost: each call was made, has ended, and the next one is booked, once. */
function brokenCalls({ count, due, aMinute }: PromisedLoad, { calls }: LoadRecords): string[] {
  const ofSchedules = Map.groupBy(calls, ({ scheduleId }) => scheduleId)
  return Array.from({ length: count }, (_, index) => index + 1).flatMap((schedule) => {
    const at = due + Math.floor((schedule - 1) / aMinute) * MINUTE_MS
    const all = (ofSchedules.get(schedule) ?? []).filter(({ isCatchUp }) => !isCatchUp)
    const promised = all.filter(({ scheduledFor }) => Math.abs(scheduledFor - at) < 1)
    const later = all.filter(({ scheduledFor }) => scheduledFor - at > DAY_MS / 2)
    const broken: string[] = []
    if (promised.length !== 1) broken.push(`Schedule ${schedule} has ${promised.length} calls at its time`)
    if (promised.some(isOpen)) broken.push(`The call of schedule ${schedule} has no end`)
    if (later.length !== 1) broken.push(`Schedule ${schedule} has ${later.length} next calls`)
    if (all.length !== promised.length + later.length) broken.push(`Schedule ${schedule} has calls at other times`)
    return broken
  })
}

/** Each ring is a dial of ours, once; each dial that the provider took rang. */
function brokenDials(rings: readonly LoadRing[], { dials }: LoadRecords): string[] {
  const nameOf = ({ purpose, id }: { purpose: string | null; id: number }) => `${purpose} ${id}`
  const known = new Map(dials.map((dial) => [nameOf(dial), dial]))
  const broken: string[] = []
  const ringsOf = Map.groupBy(rings, ({ purpose, dialId }) => nameOf({ purpose, id: dialId }))
  for (const [name, all] of ringsOf) {
    const dial = known.get(name)
    if (!dial) broken.push(`A phone rang for ${name}, of which there is no record`)
    if (all.length > 1) broken.push(`${all.length} phones rang for ${name}`)
    if (dial && !all.some(({ sid }) => sid === dial.providerCallId)) broken.push(`The ring of ${name} is not linked`)
  }
  for (const dial of dials) {
    if (dial.providerCallId !== null && !ringsOf.has(nameOf(dial))) broken.push(`${nameOf(dial)} never rang`)
  }
  return broken
}

/** Nothing is untrue, and after an answer nobody is rung again. */
function brokenRings(
  { retries }: PromisedLoad,
  rings: ReadonlyMap<number, readonly LoadRing[]>,
  { calls, dials }: LoadRecords,
): string[] {
  const dialsOf = Map.groupBy(dials, ({ callId }) => callId)
  return calls.flatMap((call) => {
    const own = (dialsOf.get(call.id) ?? []).flatMap(({ id, purpose }) =>
      purpose === 'care' ? (rings.get(id) ?? []) : [],
    )
    const inOrder = own.toSorted((one, other) => one.from - other.from)
    const answered = inOrder.findIndex(({ pressed, wasKeyTaken }) => pressed === '1' && wasKeyTaken)
    const broken: string[] = []
    if (answered >= 0 && call.status !== 'completed') broken.push(`Call ${call.id} is ${call.status}, and was answered`)
    if (answered >= 0 && answered < inOrder.length - 1) broken.push(`Call ${call.id} rang again after its answer`)
    if (call.status === 'completed' && inOrder.every(({ pressed }) => pressed === null)) {
      broken.push(`Call ${call.id} is completed, and nobody pressed a key`)
    }
    if (inOrder.length > 1 + retries + call.uncountedTries) broken.push(`Call ${call.id} rang ${inOrder.length} times`)
    return broken
  })
}

/** No phone rings twice at once. */
function brokenLines(rings: readonly LoadRing[]): string[] {
  return [...Map.groupBy(rings, ({ to }) => to)].flatMap(([to, all]) => {
    const inOrder = all.toSorted((one, other) => one.from - other.from)
    return inOrder.flatMap((ring, index) => {
      const next = inOrder[index + 1]
      if (ring.until === null) return [`The phone ${to} is still ringing`]
      return next && next.from < ring.until ? [`The phone ${to} rang while it rang`] : []
    })
  })
}

/** Nothing is silent: a person who picks up is spoken to, unless they hang up at once. */
function brokenSilence(rings: readonly LoadRing[]): string[] {
  return rings.flatMap(({ wasAnswered, firstWordMs, isListenedTo, to }) =>
    wasAnswered && firstWordMs === null && isListenedTo ? [`The phone ${to} was answered, and nothing was said`] : [],
  )
}

/** Nothing is silent: a call that nobody answered is the cause of one incident, and its members were notified. */
function brokenNotices({ calls, causes, notified }: LoadRecords): string[] {
  const causesOf = Map.groupBy(causes, ({ callId }) => callId)
  const messages = new Map(notified.map((one) => [one.incidentId, one.messages]))
  return calls.flatMap((call) => {
    if (isOpen(call)) return []
    const own = causesOf.get(call.id) ?? []
    if (call.status === 'completed') return []
    if (own.length !== 1) return [`Call ${call.id} is ${call.status}, and ${own.length} incidents are about it`]
    const [cause] = own
    return cause && !messages.get(cause.incidentId) ? [`Nobody was notified of call ${call.id}`] : []
  })
}

/** Each text was sent once, and none that we do not know. */
function brokenTexts(seen: SeenByPhones, { texts }: LoadRecords): string[] {
  const known = new Map(texts.map((text) => [text.sid, text]))
  const sent = new Set(seen.texts.map(({ sid }) => sid))
  return [
    ...seen.texts.flatMap(({ sid, to }) => (known.has(sid) ? [] : [`The phone ${to} got a text that we do not know`])),
    ...texts.flatMap(({ sid, to }) => (sid !== null && sent.has(sid) ? [] : [`The phone ${to} did not get a text`])),
  ]
}
