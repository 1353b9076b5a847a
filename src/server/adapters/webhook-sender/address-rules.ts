import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

/** What IPv6 hands out for the world (RFC 4291, 2.4); ipaddr.js calls everything unicast that has no name of its own. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** Ranges that belong to this machine or this house. */
const PRIVATE = ['private', 'loopback', 'uniqueLocal']
/** Where clouds keep their credentials outside of link-local: Azure's host agent, and the metadata of AWS and Google over IPv6. */
const OF_CLOUDS = ['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'].map((text) =>
  ipaddr.parse(text).toNormalizedString(),
)

const SCHEME = 'The address must begin with http:// or https://.'
const NOT_SECURE = 'The address must begin with https://, so that nobody on the way can read what is sent.'
const PORT =
  'The port of the address must be 443, 8443 or above 1023: the others belong to services that take no webhooks.'
const CREDENTIALS = 'The address must not hold a user name or a password.'
const NOT_PUBLIC = 'The address leads to a network that Cooee does not send to.'

/** Why an address cannot be one of a receiver; null where it can. `allowPrivate` lets it be plain http on any port. */
export function refusalOfUrl(url: URL, allowPrivate: boolean): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return SCHEME
  if (url.username || url.password) return CREDENTIALS
  if (allowPrivate) return null
  if (url.protocol !== 'https:') return NOT_SECURE
  return isPortOfReceivers(url.port) ? null : PORT
}

/** Empty stands for the usual one of https. */
function isPortOfReceivers(port: string): boolean {
  return port === '' || port === '8443' || Number(port) > 1023
}

/**
 * Why nothing is sent to a host with these addresses; null when it is. One that is not public is enough: the owner
 * of a name must not be able to choose. `allowPrivate` lets this machine and private networks be receivers;
 * link-local addresses, others where clouds keep their credentials, and all unassigned ones never are.
 */
export function refusalOfAddresses(addresses: readonly string[], allowPrivate: boolean): string | null {
  return addresses.every((address) => mayReceive(address, allowPrivate)) ? null : NOT_PUBLIC
}

function mayReceive(text: string, allowPrivate: boolean): boolean {
  if (!ipaddr.isValid(text)) return false
  const address: Address = ipaddr.process(text) // IPv4 that is written as IPv6 is IPv4
  if (OF_CLOUDS.includes(address.toNormalizedString())) return false
  const range = address.range()
  if (allowPrivate && PRIVATE.includes(range)) return true
  if (range !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6)
}
