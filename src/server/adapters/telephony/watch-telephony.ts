import { Histogram, type Registry } from 'prom-client'
import { withLogFacts } from '#server/platform/health/log-context.ts'
import { inSpan } from '#server/platform/health/tracing.ts'
import type { DialFacts, ProviderCallEvents, Telephony } from './telephony.ts'

/** The same telephony; how long the provider takes and what comes of it is measured, and each request is a span. */
export function watchTelephony(telephony: Telephony, registry: Registry): Telephony {
  const seconds = new Histogram({
    name: 'cooee_provider_request_seconds',
    help: 'How long requests to the phone provider took, by what was asked and what came of it.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [registry],
  })
  const watched = async <Result>(operation: string, attemptId: number | undefined, work: () => Promise<Result>) => {
    const stop = seconds.startTimer({ operation })
    return inSpan(`provider ${operation}`, { kind: 'client', attemptId }, async (span) => {
      try {
        const result = await work()
        const outcome = outcomeOf(result)
        span.setAttribute('cooee.outcome', outcome)
        stop({ outcome })
        return result
      } catch (error) {
        stop({ outcome: 'thrown' })
        throw error
      }
    })
  }
  return {
    dial: (request) =>
      watched('dial', 'attemptId' in request ? request.attemptId : undefined, () => telephony.dial(request)),
    fetchCall: (id) => watched('fetch_call', undefined, () => telephony.fetchCall(id)),
    findCalls: (query) => watched('find_calls', undefined, () => telephony.findCalls(query)),
    say: (id, saying) =>
      watched('say', 'attemptId' in saying ? saying.attemptId : undefined, () => telephony.say(id, saying)),
    startRecording: (id, subject) =>
      watched('start_recording', subject.attemptId, () => telephony.startRecording(id, subject)),
    stopRinging: (id) => watched('stop_ringing', undefined, () => telephony.stopRinging(id)),
  }
}

function outcomeOf(result: unknown): string {
  if (typeof result === 'boolean') return result ? 'done' : 'not_done'
  return typeof result === 'object' && result !== null && 'kind' in result ? String(result.kind) : 'done'
}

/** The events of calls, by purpose. */
interface ReportedFacts {
  attempt: ProviderCallEvents
  alert: DialFacts
  testCall: DialFacts
  voiceCall: DialFacts
}

/** The same events; each is measured, is a span, and names its call in every line logged meanwhile. */
export function watchProviderEvents(facts: ReportedFacts, registry: Registry): ReportedFacts {
  const seconds = new Histogram({
    name: 'cooee_provider_callback_seconds',
    help: 'How long it took to take in what the phone provider reported, by what the call is for, what was reported and whether it could be taken in.',
    labelNames: ['about', 'fact', 'result'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    registers: [registry],
  })
  const told = <Result>(about: keyof ReportedFacts, fact: string, id: number, work: () => Promise<Result>) => {
    const stop = seconds.startTimer({ about, fact })
    const attemptId = about === 'attempt' ? id : undefined
    return withLogFacts({ [`${about}Id`]: id }, () =>
      inSpan(`told ${fact}`, { attemptId }, async () => {
        let result = 'failed'
        try {
          const answer = await work()
          result = 'done'
          return answer
        } finally {
          stop({ result })
        }
      }),
    )
  }
  const watched = (about: keyof ReportedFacts, { answered, heard, progressed }: DialFacts) => ({
    answered: (...fact: Parameters<typeof answered>) => told(about, 'answered', fact[0], () => answered(...fact)),
    heard: (...fact: Parameters<typeof heard>) => told(about, 'heard', fact[0], () => heard(...fact)),
    progressed: (...fact: Parameters<typeof progressed>) =>
      told(about, 'progressed', fact[0], () => progressed(...fact)),
  })
  const { answererDetected, talkEnded } = facts.attempt
  return {
    attempt: {
      ...watched('attempt', facts.attempt),
      ...(talkEnded && {
        talkEnded: (...fact: Parameters<typeof talkEnded>) =>
          told('attempt', 'talk_ended', fact[0], () => talkEnded(...fact)),
      }),
      answererDetected: (...fact) => told('attempt', 'line_taken', fact[0], () => answererDetected(...fact)),
    },
    alert: watched('alert', facts.alert),
    testCall: watched('testCall', facts.testCall),
    voiceCall: watched('voiceCall', facts.voiceCall),
  }
}
