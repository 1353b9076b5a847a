/** One machine of a database. */
export interface DatabaseHost {
  host: string
  port: number
}

/** What a DATABASE_URL says about where the database is. */
export interface DatabaseAddress {
  /** In the order of the address; none where it names the folder of a socket instead. */
  hosts: readonly DatabaseHost[]
  /** Whether only a machine that takes writes will do: `target_session_attrs=read-write`, or several hosts. */
  needsPrimary: boolean
  /** The address of one of the hosts, in the form that pg reads. */
  urlOf(host: DatabaseHost): string
}

/** The scheme, who connects (a password may hold an `@`), the hosts, and the rest. `new URL` refuses several hosts that have ports. */
const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^@/?#]*)([/?#].*)?$/
const HOST = /^(\[[0-9a-f:.]+\]|[^:,[\]\s]+)(?::(\d{1,5}))?$/i
const DEFAULT_PORT = 5432
/** A parameter of libpq that pg does not know. */
const ATTRIBUTES = 'target_session_attrs'
const ONLY_PRIMARY = new Set(['read-write', 'primary'])

/**
 * Reads an address like `postgres://user:password@one:5432,two:5432/cooee?target_session_attrs=read-write`, as libpq takes
 * it (PostgreSQL manual 34.1.1.3). Null if the text is not such an address. Of several hosts one takes writes, and only that one is of use: the attribute
 * may be left out; any other value than `read-write`, `primary` or `any` is refused.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const [, scheme, user = '', list = '', rest = ''] = PARTS.exec(text) ?? []
  if (scheme === undefined) return null
  const hosts = list === '' ? [] : list.split(',').map(hostOf)
  if (!hosts.every((host) => host !== null)) return null
  const whole = ({ host, port }: DatabaseHost) => `${scheme}${user}${host}:${port}${rest}`
  const [first] = hosts
  const one = first ? whole(first) : text
  if (!URL.canParse(one)) return null
  const wanted = new URL(one).searchParams.get(ATTRIBUTES)
  if (wanted !== null && wanted !== 'any' && !ONLY_PRIMARY.has(wanted)) return null
  return {
    hosts,
    needsPrimary: hosts.length > 1 || (wanted !== null && ONLY_PRIMARY.has(wanted)),
    urlOf: (host) => withoutAttributes(whole(host)),
  }
}

/** Which database at which machines, without the password: for logs. */
export function describeDatabase(url: string): string {
  const address = parseDatabaseUrl(url)
  if (!address) return 'an address that cannot be read'
  const [first] = address.hosts
  const { pathname } = new URL(first ? address.urlOf(first) : url)
  const places = address.hosts.map(({ host, port }) => `${host}:${port}`).join(' or ')
  return `${pathname.slice(1)} at ${places || 'a socket of this machine'}`
}

function hostOf(text: string): DatabaseHost | null {
  const [, host, digits] = HOST.exec(text) ?? []
  if (host === undefined) return null
  const port = digits === undefined ? DEFAULT_PORT : Number(digits)
  return port >= 1 && port <= 65_535 ? { host, port } : null
}

function withoutAttributes(text: string): string {
  if (!text.includes(ATTRIBUTES)) return text
  const url = new URL(text)
  url.searchParams.delete(ATTRIBUTES)
  return url.href
}
