import type { TokenResource } from '#contract/accounts/token-scopes.ts'

/** What a token may be let to, and what the two steps of it are called. A step that is not there is not offered. */
export const SCOPE_WORDS: readonly { resource: TokenResource; label: string; read?: string; write?: string }[] = [
  { resource: 'loved-ones', label: 'Loved ones', read: 'See', write: 'See and change' },
  { resource: 'contacts', label: 'Contacts', read: 'See', write: 'See and change' },
  { resource: 'calls', label: 'Calls', read: 'See', write: 'See, schedule and change' },
  { resource: 'away', label: 'Times away', read: 'See', write: 'See and change' },
  { resource: 'incidents', label: 'Open alerts', read: 'See', write: 'See and answer for you' },
  { resource: 'activity', label: 'Activity log', read: 'See' },
  { resource: 'words', label: 'What was said', read: 'Read and hear', write: 'Read, hear and delete' },
]

/** The scopes of a token in words: "Calls: See. Contacts: See and change." */
export function scopesInWords(scopes: readonly string[]): string {
  return SCOPE_WORDS.flatMap(({ resource, label, read, write }) => {
    const words = scopes.includes(`${resource}:write`) ? write : scopes.includes(`${resource}:read`) ? read : undefined
    return words === undefined ? [] : [`${label}: ${words.toLowerCase()}.`]
  }).join(' ')
}
