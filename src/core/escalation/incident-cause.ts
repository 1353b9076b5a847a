/** Why people are notified of an incident, the least severe first; `unclear` and `uncertain_help` come from words alone. */
export const INCIDENT_CAUSES = ['not_made', 'not_reached', 'unclear', 'uncertain_help', 'help'] as const
/** `not_made`: Cooee did not ring them at all. */
export type IncidentCause = (typeof INCIDENT_CAUSES)[number]

/** Help that was asked for, and help that may have been: people are rung at once. */
export function isHelp(cause: IncidentCause): boolean {
  return cause === 'help' || cause === 'uncertain_help'
}

/** Nobody has spoken to them: whether all is well is not known, and nothing says that it is not. */
export function isNotSpokenTo(cause: IncidentCause): cause is 'not_made' | 'not_reached' {
  return cause === 'not_made' || cause === 'not_reached'
}

/** What is dialled first when not all can be: help. */
export const CAUSES_BY_SEVERITY: readonly IncidentCause[] = INCIDENT_CAUSES.toReversed()

/** Whether `one` is more severe news than `other`: people who were notified of the other are notified of it, too. */
export function isMoreSevere(one: IncidentCause, other: IncidentCause): boolean {
  return INCIDENT_CAUSES.indexOf(one) > INCIDENT_CAUSES.indexOf(other)
}

/** How sure it is, as a sentence; null where the headline says it all. */
export function certaintyOf(cause: IncidentCause): string | null {
  switch (cause) {
    case 'not_made':
    case 'not_reached':
    case 'help':
    case 'unclear':
      return null
    case 'uncertain_help':
      return "The words weren't clear."
  }
}
