import type { ScriptPart } from '#core/call-script/script.ts'
import type { Language } from '#core/languages/language.ts'
import type { DialResult, Lookup, ProviderCall, Telephony } from '#server/adapters/telephony/telephony.ts'

/** A phone provider that does as the test says and remembers what it was asked. */
export interface ScriptedTelephony extends Telephony {
  readonly dialled: {
    to: string
    from?: string | undefined
    language?: Language | undefined
    attemptId: number
    providerCallId: string | null
  }[]
  /** The same for alerts, apart from the attempts. */
  readonly alertsDialled: { to: string; from?: string | undefined; alertId: number; providerCallId: string | null }[]
  /** The same for test calls. */
  readonly testsDialled: { to: string; from?: string | undefined; testCallId: number; providerCallId: string | null }[]
  /** The same for members who record their voice. */
  readonly voicesDialled: {
    to: string
    from?: string | undefined
    voiceCallId: number
    providerCallId: string | null
  }[]
  /** The scripts that live calls were given. */
  readonly said: { providerCallId: string; script: readonly ScriptPart[] }[]
  /** The calls that the provider was asked to record. */
  readonly recorded: string[]
  /** The calls that were cancelled. */
  readonly stopped: string[]
  /** What each next dial answers; when the list is empty, dials are accepted. */
  readonly outcomes: (DialResult | { kind: 'lost_answer' })[]
  /** The provider's own record of a call it took. */
  end(providerCallId: string, call: Partial<ProviderCall>): void
  /** While set, look-ups answer that the provider cannot be reached, and no call can be cancelled. */
  isDown: boolean
  /** Requests that change a call are answered once this has resolved. */
  answersOnce: Promise<void>
  /** Forgets every call and every scripted answer. */
  clear(): void
}

/** For tests: accepts every dial by default. `lost_answer` places the call and answers nothing. */
export function scriptedTelephony(): ScriptedTelephony {
  const calls = new Map<string, ProviderCall & { to: string }>()
  const telephony: ScriptedTelephony = {
    dialled: [],
    alertsDialled: [],
    testsDialled: [],
    voicesDialled: [],
    said: [],
    recorded: [],
    stopped: [],
    outcomes: [],
    isDown: false,
    answersOnce: Promise.resolve(),
    async dial({ to, from, ...subject }) {
      const remember = (providerCallId: string | null) => {
        if ('testCallId' in subject)
          telephony.testsDialled.push({ to, from, testCallId: subject.testCallId, providerCallId })
        else if ('alertId' in subject)
          telephony.alertsDialled.push({ to, from, alertId: subject.alertId, providerCallId })
        else if ('voiceCallId' in subject)
          telephony.voicesDialled.push({ to, from, voiceCallId: subject.voiceCallId, providerCallId })
        else telephony.dialled.push({ to, from, providerCallId, ...subject })
      }
      const outcome = telephony.outcomes.shift() ?? { kind: 'accepted', providerCallId: '' }
      if (outcome.kind !== 'accepted' && outcome.kind !== 'lost_answer') {
        remember(null)
        return outcome
      }
      const providerCallId = `CA${String(calls.size + 1).padStart(32, '0')}`
      calls.set(providerCallId, {
        to,
        providerCallId,
        status: 'ringing',
        endedStatus: null,
        answeredBy: null,
        durationSeconds: null,
      })
      remember(providerCallId)
      return outcome.kind === 'accepted'
        ? { kind: 'accepted', providerCallId }
        : { kind: 'unknown', saidBusy: false, reason: 'timeout' }
    },
    async fetchCall(providerCallId): Promise<Lookup<ProviderCall>> {
      if (telephony.isDown) return { kind: 'unavailable', reason: 'down' }
      const found = calls.get(providerCallId)
      return found ? { kind: 'found', found } : { kind: 'absent' }
    },
    async findCalls({ to }): Promise<Lookup<ProviderCall[]>> {
      if (telephony.isDown) return { kind: 'unavailable', reason: 'down' }
      return { kind: 'found', found: [...calls.values()].filter((call) => call.to === to).reverse() }
    },
    async say(providerCallId, { script }) {
      await telephony.answersOnce
      telephony.said.push({ providerCallId, script })
      return true
    },
    async startRecording(providerCallId) {
      await telephony.answersOnce
      if (telephony.isDown) return false
      telephony.recorded.push(providerCallId)
      return true
    },
    async stopRinging(providerCallId) {
      await telephony.answersOnce
      if (telephony.isDown) return false
      telephony.stopped.push(providerCallId)
      return true
    },
    clear() {
      calls.clear()
      telephony.dialled.length = 0
      telephony.alertsDialled.length = 0
      telephony.testsDialled.length = 0
      telephony.voicesDialled.length = 0
      telephony.said.length = 0
      telephony.recorded.length = 0
      telephony.stopped.length = 0
      telephony.outcomes.length = 0
      telephony.isDown = false
      telephony.answersOnce = Promise.resolve()
    },
    end(providerCallId, call) {
      const known = calls.get(providerCallId)
      if (known) Object.assign(known, call)
    },
  }
  return telephony
}
