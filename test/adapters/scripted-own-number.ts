import type { NumberAddresses, OwnNumber, PointOutcome } from '#server/adapters/telephony/own-number.ts'

/** A number that does as the test says. */
export interface ScriptedOwnNumber extends OwnNumber {
  /** Where it was pointed, oldest first. */
  readonly pointed: string[]
  /** The answers to the next requests. */
  readonly outcomes: PointOutcome[]
}

/** For tests. */
export function scriptedOwnNumber(): ScriptedOwnNumber {
  let previous: NumberAddresses = {}
  const number: ScriptedOwnNumber = {
    pointed: [],
    outcomes: [],
    read: async () => ({ kind: 'found', addresses: previous, canCall: true, canText: true, isTrial: false }),
    async pointAt(publicUrl) {
      const scripted = number.outcomes.shift()
      if (scripted) return scripted
      number.pointed.push(publicUrl)
      const addresses = { voice: `${publicUrl}/voice`, status: `${publicUrl}/status`, sms: `${publicUrl}/sms` }
      const outcome: PointOutcome = { kind: 'pointed', addresses, previous }
      previous = addresses
      return outcome
    },
  }
  return number
}
