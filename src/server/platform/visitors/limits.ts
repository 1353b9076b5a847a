import { NO_SPEND_LIMIT, type SpendLimit } from '#core/plans/spend.ts'
import type { Env } from '../environment/env.ts'

/**
 * What one account, one loved one or one phone may take of what is shared. 0 switches a limit off. A day of a loved one is a day of
 * their calendar; every other day is the last 24 hours, so that midnight allows no second helping.
 */
export interface Limits {
  /** Scheduled calls on one day for one loved one. */
  callsPerPersonDay: number
  /** Dials of one number by the whole installation, alerts included. */
  dialsPerNumberDay: number
  /** Contacts of one loved one. */
  contacts: number
  /** Text messages of one account. */
  textsPerDay: number
  /** Text messages to one number by the whole installation; each account that writes to it has its share. */
  textsPerNumberDay: number
  /** Alerts by phone of one account. */
  alertCallsPerDay: number
  /** Incidents of one account that run at once before one message covers several. */
  incidents: number
  /** Connections of one address, and requests under way of one address or account. */
  connectionsPerAddress: number
  /** Requests without a session from one address in a minute. */
  requestsPerAddress: number
  /** Requests of one account in a minute. */
  requestsPerAccount: number
  /** What the phone provider may cost in a day, in UTC. */
  spend: SpendLimit
}

export const NO_LIMITS: Limits = {
  callsPerPersonDay: 0,
  dialsPerNumberDay: 0,
  contacts: 0,
  textsPerDay: 0,
  textsPerNumberDay: 0,
  alertCallsPerDay: 0,
  incidents: 0,
  connectionsPerAddress: 0,
  requestsPerAddress: 0,
  requestsPerAccount: 0,
  spend: NO_SPEND_LIMIT,
}

/** The limits as the environment sets them. */
export function limitsFrom(env: Env): Limits {
  return {
    callsPerPersonDay: env.LIMIT_CALLS_PER_PERSON_DAY,
    dialsPerNumberDay: env.LIMIT_DIALS_PER_NUMBER_DAY,
    contacts: env.LIMIT_CONTACTS,
    textsPerDay: env.LIMIT_TEXTS_DAY,
    textsPerNumberDay: env.LIMIT_TEXTS_PER_NUMBER_DAY,
    alertCallsPerDay: env.LIMIT_ALERT_CALLS_DAY,
    incidents: env.LIMIT_INCIDENTS,
    connectionsPerAddress: env.LIMIT_CONNECTIONS,
    requestsPerAddress: env.LIMIT_REQUESTS_ADDRESS,
    requestsPerAccount: env.LIMIT_REQUESTS_ACCOUNT,
    spend: {
      dailyCents: env.DAILY_SPEND_LIMIT,
      prices: {
        careCall: env.PRICE_CARE_CALL_CENTS,
        alertCall: env.PRICE_ALERT_CALL_CENTS,
        minute: env.PRICE_MINUTE_CENTS,
        text: env.PRICE_TEXT_CENTS,
        inboundText: env.PRICE_INBOUND_TEXT_CENTS,
      },
      isBillingOn: env.BILLING,
    },
  }
}

/** How much of a limit may be used: for what concerns a request for help as much again is kept. */
export function limitFor(limit: number, { isHelp }: { isHelp: boolean }): number {
  return isHelp ? 2 * limit : limit
}
