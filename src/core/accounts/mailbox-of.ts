/** Two names of one mail service, which ignores the full stops of a name. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox in which mails to an address arrive, for counting them: `robyn+1@…` and `Robyn@…` are one (RFC 5233 calls what
 * follows the plus a detail), and so are a Gmail name with and without full stops, at either of Gmail's hosts. For counting alone: a mail goes to the address as it is.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  const host = address.slice(at + 1).toLowerCase()
  return GMAIL.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
