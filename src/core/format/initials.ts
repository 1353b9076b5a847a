/** A person's initials: the first letters of first and last name; else the first letter of the username; else "U". */
export function initials(person: {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  username?: string | null | undefined
}): string {
  const first = firstLetter(person.firstName)
  const last = firstLetter(person.lastName)
  return first && last ? first + last : firstLetter(person.username) || 'U'
}

function firstLetter(name: string | null | undefined): string {
  // Spreading takes whole characters: some names begin with one that a string holds as two units.
  return ([...(name ?? '').trim()][0] ?? '').toUpperCase()
}
