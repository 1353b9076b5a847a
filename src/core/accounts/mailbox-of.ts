/** Two names of one mail service, which ignores the full stops of a name. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox in which mails to an address arrive, for counting alone: without what follows a plus (RFC 5233), for Gmail without full stops. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).toLowerCase().split('+')
  const host = address.slice(at + 1).toLowerCase()
  return GMAIL.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
