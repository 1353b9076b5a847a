/** Why people are notified of an incident; `unclear` and `uncertain_help` come from words alone. */
export const INCIDENT_CAUSES = ['not_reached', 'help', 'uncertain_help', 'unclear'] as const
export type IncidentCause = (typeof INCIDENT_CAUSES)[number]

/** Help that was asked for, and help that may have been: people are rung at once. */
export function isHelp(cause: IncidentCause): boolean {
  return cause === 'help' || cause === 'uncertain_help'
}

const GRAVITY: Record<IncidentCause, number> = { not_reached: 0, unclear: 1, uncertain_help: 2, help: 3 }

/** What leaves first when not all can: help. */
export const CAUSES_BY_GRAVITY: readonly IncidentCause[] = INCIDENT_CAUSES.toSorted(
  (one, other) => GRAVITY[other] - GRAVITY[one],
)

/** The causes that this one replaces in an incident of the same call: people who were notified of them are notified of it, too. */
export function lesserCauses(cause: IncidentCause): IncidentCause[] {
  return INCIDENT_CAUSES.filter((other) => GRAVITY[other] < GRAVITY[cause])
}

/** How sure it is, as a sentence; null where the headline says it all. */
export function howSure(cause: IncidentCause): string | null {
  switch (cause) {
    case 'not_reached':
    case 'help':
    case 'unclear':
      return null
    case 'uncertain_help':
      return 'The words were not clear.'
  }
}
