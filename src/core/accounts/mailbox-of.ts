/** Where the full stops of a name are ignored. */
const WITHOUT_STOPS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox in which mails to an address arrive, for counting them: `robyn+1@…` and `Robyn@…` are one (RFC 5233 calls what
 * follows the plus a detail), as are the full stops of a Gmail name. For counting alone: a mail goes to the address as it is.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  const host = address.slice(at + 1).toLowerCase()
  return `${WITHOUT_STOPS.has(host) ? name.replaceAll('.', '') : name}@${host}`
}
