/** The whole name of a member, for the other members: else the username. */
export function memberName(person: { firstName: string | null; lastName: string | null; username: string }): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.username
}
