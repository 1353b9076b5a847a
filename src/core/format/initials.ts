/** A person's initials: the first letters of first and last name; else the first letter of the username; else "U". */
export function initials(person: {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
  username?: string | null | undefined
}): string {
  const first = firstCharacter(person.firstName)
  const last = firstCharacter(person.lastName)
  return first && last ? first + last : firstCharacter(person.username) || 'U'
}

/** The first character as a reader sees it, in capitals: "Z" of "zoë", all of an emoji or of a letter with its accents. */
export function firstCharacter(name: string | null | undefined): string {
  const [first] = characters.segment((name ?? '').trim())
  return (first?.segment ?? '').toUpperCase()
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
