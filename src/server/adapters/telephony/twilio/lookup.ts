import twilio from 'twilio'
import type { Lookup } from '../telephony.ts'

/** Asks the provider for something: its 404 is `absent`, whatever else goes wrong is `unavailable`. */
export async function lookup<Found>(ask: () => Promise<Found>): Promise<Lookup<Found>> {
  try {
    return { kind: 'found', found: await ask() }
  } catch (error) {
    if (error instanceof twilio.RestException && error.status === 404) return { kind: 'absent' }
    return { kind: 'unavailable', reason: describeFailure(error) }
  }
}

/** An error of the official package in one line, for the log. */
export function describeFailure(error: unknown): string {
  if (error instanceof twilio.RestException) {
    return `${error.status}${error.code ? ` (${error.code})` : ''}: ${error.message}`
  }
  return error instanceof Error ? error.message : String(error)
}
