import type { z } from 'zod'
import { type Incident, incidentSchema } from '#contract/calls/incidents.ts'

/** An incident as Susan sees it, who has just been written to. */
export function anIncident(changes: Partial<z.input<typeof incidentSchema>> = {}): Incident {
  return incidentSchema.parse({
    status: 'running',
    lovedOne: { name: 'Margaret Hartley', phoneNumber: '+61491570156', timezone: 'Australia/Sydney' },
    askedBy: 'Robyn Hartley',
    you: { name: 'Susan Hartley', hasDeclined: false },
    cause: 'not_reached',
    headline: "Margaret Hartley didn't answer the 9:00 AM call",
    detail: 'The phone rang out.',
    heard: null,
    nextStep: "We're asking everyone on the list, one by one.",
    isWithdrawn: false,
    openedAt: '2026-03-09T22:24:00.000Z',
    lastAnsweredAt: '2026-03-08T22:01:00.000Z',
    attempts: [
      { at: '2026-03-09T22:00:05.000Z', outcome: 'no answer' },
      { at: '2026-03-09T22:12:05.000Z', outcome: 'an answering machine picked up' },
    ],
    notified: [
      {
        name: 'Robyn Hartley',
        isYou: false,
        isOwner: false,
        hasDeclined: false,
        alerts: [{ at: '2026-03-09T22:24:00.000Z', channel: 'email', outcome: 'sent' }],
      },
      {
        name: 'Tom Hartley',
        isYou: false,
        isOwner: false,
        hasDeclined: true,
        alerts: [
          { at: '2026-03-09T22:24:01.000Z', channel: 'sms', outcome: 'delivered' },
          { at: '2026-03-09T22:26:01.000Z', channel: 'call', outcome: "can't" },
        ],
      },
      {
        name: 'Susan Hartley',
        isYou: true,
        isOwner: false,
        hasDeclined: false,
        alerts: [{ at: '2026-03-09T22:26:40.000Z', channel: 'sms', outcome: 'delivered' }],
      },
    ],
    owner: null,
    ended: null,
    asOf: '2026-03-09T22:30:00.000Z',
    detailsPath: null,
    ...changes,
  })
}

/** The same, acknowledged by somebody. */
export function ownedBy(name: string, { isYou = false, minutes = null as number | null } = {}): Incident {
  const { notified } = anIncident()
  return anIncident({
    status: 'owned',
    notified: notified.map((person) => ({ ...person, isOwner: person.name === name })),
    owner: {
      name,
      isYou,
      intent: minutes === null ? 'calling' : 'going',
      minutes,
      since: '2026-03-09T22:30:00.000Z',
      until: '2026-03-09T23:05:00.000Z',
    },
  })
}

/** The same, with a good end. */
export function allClear(): Incident {
  return anIncident({
    status: 'resolved',
    ended: { at: '2026-03-09T22:29:00.000Z', how: "Tom Hartley says all's well." },
  })
}

/** Two missed calls, of yesterday and of today, and words that a machine said. */
export function ofSeveralCauses(): Incident {
  const cause = { cause: 'not_reached', detail: null, heard: null, isOver: false, isWithdrawn: false } as const
  return anIncident({
    headline: "Margaret Hartley didn't answer the 9:00 AM call on Monday 9 March and the 9:00 AM call today",
    notified: anIncident().notified.map((person) => ({
      ...person,
      alerts: person.alerts.map((alert) => ({
        ...alert,
        about: "Margaret Hartley didn't answer the 9:00 AM call on Monday 9 March",
      })),
    })),
    causes: [
      {
        ...cause,
        headline: "Margaret Hartley didn't answer the 9:00 AM call on Monday 9 March",
        detail: 'The phone rang out.',
        at: '2026-03-08T22:00:00.000Z',
      },
      {
        ...cause,
        headline: 'Margaret Hartley may have asked for help on the 8:00 AM call',
        cause: 'uncertain_help',
        heard: 'please leave a message',
        at: '2026-03-09T21:00:00.000Z',
        ...{ isOver: true, isWithdrawn: true },
      },
      {
        ...cause,
        headline: "Margaret Hartley didn't answer the 9:00 AM call",
        at: '2026-03-09T22:00:00.000Z',
      },
    ],
  })
}
