import type { EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { CallRecordings, Sound } from '#server/adapters/telephony/call-recordings.ts'
import type {
  CallSubject,
  DialFacts,
  DialRequest,
  DialResult,
  ProviderCall,
  ProviderCallEvents,
  ProviderInboundEvents,
  ProviderRecordingEvents,
  ProviderTextEvents,
  Telephony,
} from '#server/adapters/telephony/telephony.ts'
import type { ReceivedText, ReceivedTexts, Texts } from '#server/adapters/telephony/texts.ts'
import { type Decision, type SpokenPart, type TalkLine, talk } from './phone-talk.ts'
import { type Habit, type Meaning, type PickUp, type Reaction, reactionOf, replyOf } from './phones.ts'
import type { ProcessLife } from './process-life.ts'
import { type ProviderFaults, requestsTo } from './requests.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** What the provider reports to a process of ours. */
export interface Facts {
  calls: ProviderCallEvents
  alerts: DialFacts
  texts: ProviderTextEvents
  inbound: ProviderInboundEvents
  recordings: ProviderRecordingEvents
}

/** One phone that rang, as the provider recorded it: evidence independent of the product. */
export interface Ring {
  readonly providerCallId: string
  readonly to: string
  readonly subject: CallSubject
  /** When our request left. */
  readonly requestedAt: number
  /** When it began to ring. */
  readonly at: number
  endedAt: number | null
  /** The keys whose callbacks we have answered: from then on we must act on them. */
  keysTaken: string[]
  /** What a person on it did, whether or not it reached us: the keys they pressed, and what they meant in words. */
  keysPressed: { key: string; isAnswer: boolean }[]
  meant: { meaning: Meaning; wasAsked: boolean }[]
  /** What they decided by a key, when they pressed it, and when the product had answered it; null: it never did. */
  decisions: Decided[]
  /** When its recording began. */
  recordedAt: number | null
}

export interface Decided {
  decision: Decision
  pressedAt: number
  takenAt: number | null
}

/** A request to ring a number that the provider does not ring. */
export interface RefusedDial {
  readonly to: string
  readonly subject: CallSubject
  readonly requestedAt: number
}

/** A text message that somebody wrote to Cooee. */
export interface WrittenText {
  readonly from: string
  readonly text: string
  readonly at: number
  /** When a process had taken the callback about it; null: none did. */
  takenAt: number | null
}

/** Somebody whose phone refuses calls rang Cooee and pressed 1. */
export interface TakenBack {
  readonly from: string
  readonly at: number
  /** When a process had answered it; null: none did. */
  takenAt: number | null
}

/** A text message that the provider has taken from us. */
export interface TakenText {
  readonly providerId: string
  readonly messageId: number | null
  readonly to: string
  readonly text: string
  readonly at: number
}

/** Delivers a callback to a process that answers requests; rejects or never settles where none can. */
export type Deliver = <Result>(callback: (facts: Facts) => Promise<Result>) => Promise<Result>

export interface SimulatedProvider {
  readonly rings: readonly Ring[]
  readonly refused: readonly RefusedDial[]
  readonly taken: readonly TakenText[]
  /** What people wrote to Cooee. */
  readonly written: readonly WrittenText[]
  readonly takenBack: readonly TakenBack[]
  readonly counts: { dials: number; faultyRequests: number; lostCallbacks: number; doubledCallbacks: number }
  telephonyFor(life: ProcessLife): Telephony
  textsFor(life: ProcessLife): Texts & ReceivedTexts
  recordingsFor(life: ProcessLife): CallRecordings
  /** Somebody writes to Cooee's own number. */
  write(from: string, text: string): void
  /** Somebody who pressed 9 twice rings Cooee's own number and takes it back, once; without such a no they do not ring. */
  takeBack(from: string): void
  /** Whether there are texts to us of which no callback was taken, written since then. */
  hasUnnotifiedTexts(since: number): boolean
}

interface PhoneCall extends ProviderCall {
  readonly ring: Ring
  readonly reaction: Reaction
  isRecorded: boolean
  isPickedUp: boolean
  /** The script that replaces what is being said. */
  takenOverBy: readonly SpokenPart[] | null
}

const CLOCK_MARGIN_MS = 60_000
/** How long the provider waits for a script. */
const CALLBACK_MS = 15_000
/** A process that has listed a text this often has processed it, unless it died each time. */
const LISTED_ENOUGH = 6
const CALLBACK_FAULTS = { lost: 0.05, doubled: 0.06, late: 0.07 }

export function simulatedProvider(
  time: SimulatedTime,
  habits: ReadonlyMap<string, Habit>,
  faults: ProviderFaults,
  deliver: Deliver,
): SimulatedProvider {
  const { chance } = faults
  const calls = new Map<string, PhoneCall>()
  const rings: Ring[] = []
  const refused: RefusedDial[] = []
  const taken: TakenText[] = []
  const received: (ReceivedText & { isNotified: boolean; listings: number })[] = []
  const written: WrittenText[] = []
  const takenBack: TakenBack[] = []
  const sounds = new Map<string, { id: string; durationSeconds: number }>()
  const counts = { dials: 0, faultyRequests: 0, lostCallbacks: 0, doubledCallbacks: 0 }
  const { request, lookup } = requestsTo(time, faults, () => {
    counts.faultyRequests += 1
  })
  /** How often each phone was picked up by a person, and asked whether calls are all right. */
  const pickUps = new Map<string, number>()
  const timesAsked = new Map<string, number>()
  let ids = 0
  const newId = (prefix: string) => {
    ids += 1
    return `${prefix}${String(ids).padStart(32, '0')}`
  }

  /** Sends us a callback, or loses it. Undefined when it was not delivered. */
  async function notify<Result>(callback: (facts: Facts) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await deliver(callback)
    } catch {
      return undefined
    }
  }

  /** A callback whose answer the provider ignores: it may be lost, late or doubled. */
  function hint(callback: (facts: Facts) => Promise<unknown>, onTaken: () => void = () => {}): void {
    const send = () => void notify(callback).then((result) => result !== undefined && onTaken())
    const isUnkind = faults.isUnkind()
    if (faults.areCallbacksLost() || (isUnkind && chance.happens(CALLBACK_FAULTS.lost))) {
      counts.lostCallbacks += 1
      return
    }
    const isLate = isUnkind && chance.happens(CALLBACK_FAULTS.late)
    // Delays of their own: they overtake each other.
    time.after(isLate ? chance.between(1_000, chance.oneOf([15_000, 900_000])) : chance.between(30, 400), send)
    if (isUnkind && chance.happens(CALLBACK_FAULTS.doubled)) {
      counts.doubledCallbacks += 1
      time.after(chance.between(30, 30_000), send)
    }
  }

  function progress({ ring, ...call }: PhoneCall): void {
    const { subject } = ring
    const { providerCallId, status, endedStatus, answeredBy, durationSeconds } = call
    const fact = { providerCallId, status, endedStatus, answeredBy, durationSeconds }
    hint(async ({ calls, alerts }) => {
      if ('attemptId' in subject) await calls.progressed(subject.attemptId, fact)
      if ('alertId' in subject) await alerts.progressed(subject.alertId, fact)
      return true
    })
  }

  function place(request: DialRequest, requestedAt: number): string {
    const providerCallId = newId('CA')
    const { to } = request
    const habit = habits.get(to)
    const isTalking = [...calls.values()].some((call) => call.ring.to === to && call.endedStatus === null)
    const ring: Ring = {
      providerCallId,
      to,
      subject: request,
      requestedAt,
      at: time.now(),
      endedAt: null,
      keysTaken: [],
      keysPressed: [],
      meant: [],
      decisions: [],
      recordedAt: null,
    }
    const reaction: Reaction =
      habit && !isTalking
        ? reactionOf(habit, chance)
        : { kind: 'unanswered', endedStatus: 'busy', afterMs: chance.between(300, 2_000) }
    const call: PhoneCall = {
      providerCallId,
      ring,
      reaction,
      isRecorded: false,
      isPickedUp: false,
      takenOverBy: null,
      status: 'ringing',
      endedStatus: null,
      answeredBy: null,
      durationSeconds: null,
    }
    rings.push(ring)
    calls.set(providerCallId, call)
    progress(call)
    if (reaction.kind === 'unanswered') time.after(reaction.afterMs, () => end(call, reaction.endedStatus))
    else time.after(reaction.pickUpMs, () => pickUp(call, reaction))
    return providerCallId
  }

  function refuse(request: DialRequest, requestedAt: number): null {
    refused.push({ to: request.to, subject: request, requestedAt })
    return null
  }

  function end(call: PhoneCall, endedStatus: EndedStatus): void {
    if (call.endedStatus !== null) return
    const seconds = Math.ceil((time.now() - call.ring.at) / 1000)
    Object.assign(call, {
      endedStatus,
      status: endedStatus,
      durationSeconds: endedStatus === 'completed' ? seconds : 0,
    })
    call.ring.endedAt = time.now()
    progress(call)
    const { subject } = call.ring
    if (!call.isRecorded || !call.isPickedUp || !('attemptId' in subject)) return
    const sound = { id: newId('RE'), durationSeconds: seconds }
    sounds.set(call.providerCallId, sound)
    const notified = { providerRecordingId: sound.id, durationSeconds: sound.durationSeconds }
    hint(async ({ recordings }) => recordings.recorded(subject.attemptId, notified))
  }

  async function pickUp(call: PhoneCall, reaction: PickUp): Promise<void> {
    if (call.endedStatus !== null) return
    Object.assign(call, { isPickedUp: true, status: 'in-progress' })
    progress(call)
    // Not awaited: time passes meanwhile. A person who hears nothing hangs up.
    void converse(call, reaction)
  }

  async function converse(call: PhoneCall, reaction: PickUp): Promise<void> {
    const { providerCallId, ring } = call
    const { subject } = ring
    const answered = ({ calls, alerts }: Facts): Promise<readonly SpokenPart[]> => {
      if ('attemptId' in subject) return calls.answered(subject.attemptId, providerCallId)
      if ('alertId' in subject) return alerts.answered(subject.alertId, providerCallId)
      return Promise.resolve([])
    }
    // Machine detection runs beside the talk; alerts have none.
    if ('attemptId' in subject) {
      for (const { answeredBy, afterMs } of reaction.verdicts) {
        time.after(afterMs, () => {
          if (call.endedStatus !== null) return
          call.answeredBy = answeredBy
          hint(async ({ calls }) => {
            await calls.answererDetected(subject.attemptId, providerCallId, answeredBy)
            return true
          })
        })
      }
    }
    if (faults.isUnkind() && chance.happens(0.03)) void notify(answered)
    await talk(reaction, await orSilence(notify(answered)), lineOf(call))
    await pause(chance.between(1_000, 5_000))
    end(call, 'completed')
  }

  function lineOf(call: PhoneCall): TalkLine {
    const { ring } = call
    const { to } = ring
    const consent = habits.get(to)?.consent
    const pickUp = (pickUps.get(to) ?? 0) + 1
    if (call.reaction.kind === 'person') pickUps.set(to, pickUp)
    let whenAsked: string | null | undefined
    return {
      toConsent(prompt) {
        if (!consent) return null
        if (consent.declinesFor !== null && prompt.includes(`${consent.declinesFor} would like`)) return '9'
        if (whenAsked !== undefined) return whenAsked
        const times = timesAsked.get(to) ?? 0
        timesAsked.set(to, times + 1)
        whenAsked = consent.whenAsked[Math.min(times, consent.whenAsked.length - 1)] ?? null
        return whenAsked
      },
      refuses: () => pickUp === consent?.refusesAt,
      decided(decision) {
        const decided: Decided = { decision, pressedAt: time.now(), takenAt: null }
        ring.decisions.push(decided)
        return () => {
          decided.takenAt = time.now()
        }
      },
      pause,
      hear: (step, heard) => orSilence(hear(call, step, heard)),
      takeOver() {
        const script = call.takenOverBy
        call.takenOverBy = null
        return script
      },
      isOver: () => call.endedStatus !== null,
      raised: (meaning, wasAsked) => ring.meant.push({ meaning, wasAsked }),
      pressed: (key, isAnswer) => ring.keysPressed.push({ key, isAnswer }),
      taken: (key) => ring.keysTaken.push(key),
    }
  }

  function hear({ ring: { subject } }: PhoneCall, step: string, heard: { keys: string; speech: string }) {
    const callback = ({ calls, alerts }: Facts): Promise<readonly SpokenPart[]> => {
      if ('attemptId' in subject) return calls.heard(subject.attemptId, step, heard)
      if ('alertId' in subject) return alerts.heard(subject.alertId, step, heard)
      return Promise.resolve([])
    }
    if (faults.isUnkind() && chance.happens(0.04)) time.after(chance.between(1, 20_000), () => void notify(callback))
    return notify(callback)
  }

  function orSilence<Result>(answer: Promise<Result | undefined>): Promise<Result | undefined> {
    return new Promise((resolve) => {
      const silence = time.after(CALLBACK_MS, () => resolve(undefined))
      void answer.then((result) => {
        time.cancel(silence)
        // The answer of a process that dies while it answers may be lost; this one was received.
        time.after(1, () => resolve(result))
      })
    })
  }

  const pause = (milliseconds: number) => new Promise<void>((resolve) => time.after(milliseconds, resolve))

  function telephonyFor(life: ProcessLife): Telephony {
    return {
      dial(dialled) {
        counts.dials += 1
        const requestedAt = time.now()
        const isRefused = habits.get(dialled.to)?.isRefused === true
        return request(
          life,
          () => (isRefused ? refuse(dialled, requestedAt) : place(dialled, requestedAt)),
          (heard, providerCallId): DialResult => {
            if (heard === 'busy') return { kind: 'unknown', saidBusy: true, reason: 'HTTP 429' }
            if (heard === 'not_connected') return { kind: 'not_placed', reason: 'ECONNREFUSED' }
            if (heard !== 'answer') return { kind: 'unknown', saidBusy: false, reason: heard }
            if (isRefused) return { kind: 'rejected', reason: 'No such number' }
            return { kind: 'accepted', providerCallId: providerCallId ?? '' }
          },
        )
      },
      fetchCall: (providerCallId) =>
        lookup<ProviderCall>(life, () => {
          const found = calls.get(providerCallId)
          return found ? { kind: 'found', found: { ...found } } : { kind: 'absent' }
        }),
      findCalls: ({ to, since }) =>
        lookup(life, () => {
          const found = [...calls.values()].filter(
            ({ ring }) => ring.to === to && ring.at >= since.getTime() - CLOCK_MARGIN_MS,
          )
          return { kind: 'found', found: found.reverse().map((call) => ({ ...call })) }
        }),
      say: (providerCallId, { script }) =>
        request(
          life,
          () => {
            const call = calls.get(providerCallId)
            if (call?.endedStatus !== null) return false
            call.takenOverBy = script
            return true
          },
          (heard, isLive) => heard === 'answer' && isLive === true,
        ),
      startRecording: (providerCallId) =>
        request(
          life,
          () => {
            const call = calls.get(providerCallId)
            if (call?.endedStatus !== null) return false
            call.isRecorded = true
            call.ring.recordedAt ??= time.now()
            return true
          },
          (heard, isLive) => heard === 'answer' && isLive === true,
        ),
      stopRinging: (providerCallId) =>
        request(
          life,
          () => {
            const call = calls.get(providerCallId)
            if (call && !call.isPickedUp) end(call, 'canceled')
          },
          (heard) => heard === 'answer',
        ),
    }
  }

  function write(from: string, text: string): void {
    const one = {
      providerMessageId: newId('SM'),
      from,
      text,
      sentAt: new Date(time.now()),
      isNotified: false,
      listings: 0,
    }
    received.push(one)
    const kept: WrittenText = { from, text, at: time.now(), takenAt: null }
    written.push(kept)
    hint(
      async ({ inbound }) => {
        await inbound.texted(one)
        return true
      },
      () => {
        one.isNotified = true
        kept.takenAt ??= time.now()
      },
    )
  }

  function takeBack(from: string): void {
    const isNo = ({ decision, takenAt }: Decided) => decision === 'refuses' && takenAt !== null
    if (!rings.some(({ to, decisions }) => to === from && decisions.some(isNo))) return
    if (takenBack.some((before) => before.from === from)) return
    const kept: TakenBack = { from, at: time.now(), takenAt: null }
    takenBack.push(kept)
    const call = { from, providerCallId: newId('CA') }
    let isOffered = false
    hint(
      async ({ inbound }) => {
        const script = await inbound.called(call)
        // A phone that is notified of an open incident hears that in its place.
        isOffered = script.some((part) => part.kind === 'ask' && part.step === 'lift')
        if (isOffered) await inbound.answered(call, 'lift', { keys: '1', speech: '' })
        return true
      },
      () => {
        if (isOffered) kept.takenAt ??= time.now()
      },
    )
  }

  function takeText(to: string, text: string, messageId: number | null): TakenText {
    const one = { providerId: newId('SM'), messageId, to, text, at: time.now() }
    taken.push(one)
    const habit = habits.get(to)
    const isDelivered = habit?.takesTexts !== false
    const reply = habit && isDelivered ? replyOf(habit, text, chance) : null
    if (reply) time.after(reply.afterMs, () => write(to, reply.words))
    if (messageId === null) return one
    hint(async ({ texts }) => {
      await texts.progressed(
        messageId,
        isDelivered ? 'delivered' : 'failed',
        isDelivered ? null : 'Unreachable',
        one.providerId,
      )
      return true
    })
    return one
  }

  function textsFor(life: ProcessLife): Texts & ReceivedTexts {
    return {
      async send({ to, text, messageId }) {
        const answer = await request(
          life,
          () => takeText(to, text, messageId),
          (heard, one) => ({ heard, one }),
        )
        if (answer.heard === 'answer' && answer.one) return { kind: 'accepted', providerId: answer.one.providerId }
        if (answer.heard === 'busy' || answer.heard === 'not_connected') {
          return { kind: 'unreachable', reason: answer.heard }
        }
        throw new Error(`The provider said: ${answer.heard}`)
      },
      find: ({ to, text, since }) =>
        lookup(life, () => {
          const isMeant = (one: TakenText) =>
            one.to === to && one.text === text && one.at >= since.getTime() - CLOCK_MARGIN_MS
          return {
            kind: 'found',
            found: taken
              .filter(isMeant)
              .reverse()
              .map(({ providerId }) => providerId),
          }
        }),
      received: ({ since }) =>
        lookup(life, () => {
          const found = received.filter(({ sentAt }) => sentAt >= since)
          for (const one of found) if (time.now() - one.sentAt.getTime() > 2 * CLOCK_MARGIN_MS) one.listings += 1
          return { kind: 'found', found }
        }),
    }
  }

  function recordingsFor(life: ProcessLife): CallRecordings {
    return {
      findOfCall: (providerCallId) =>
        lookup(life, () => {
          const sound = sounds.get(providerCallId)
          const { durationSeconds = 0, id: providerRecordingId = '' } = sound ?? {}
          return { kind: 'found', found: sound ? [{ providerRecordingId, durationSeconds, isReady: true }] : [] }
        }),
      fetchSound: (id) =>
        lookup<Sound>(life, () =>
          [...sounds.values()].some((sound) => sound.id === id)
            ? { kind: 'found', found: { bytes: Buffer.from('RIFF'), contentType: 'audio/wav' } }
            : { kind: 'absent' },
        ),
      delete: (id) =>
        request(
          life,
          () => {
            for (const [call, sound] of sounds) if (sound.id === id) sounds.delete(call)
          },
          (heard) => (heard === 'answer' ? { kind: 'deleted' } : { kind: 'unavailable', reason: heard }),
        ),
    }
  }

  return {
    rings,
    refused,
    taken,
    written,
    takenBack,
    counts,
    telephonyFor,
    textsFor,
    recordingsFor,
    write,
    takeBack,
    hasUnnotifiedTexts: (since) =>
      received.some(
        ({ isNotified, listings, sentAt }) => !isNotified && listings < LISTED_ENOUGH && sentAt.getTime() >= since,
      ),
  }
}
