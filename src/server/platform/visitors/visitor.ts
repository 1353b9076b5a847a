import { isIPv6 } from 'node:net'

/**
 * What quotas count as one visitor: an IPv4 address, or the /64 of an IPv6 address, since a single connection is given at
 * least that many (RFC 6177) and could take a new one for every request. IPv4 written as IPv6 is IPv4.
 */
export function visitorOf(address: string): string {
  const withoutZone = address.split('%', 1)[0] ?? ''
  if (!isIPv6(withoutZone)) return withoutZone
  const groups = groupsOf(withoutZone)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return inDots(groups.slice(6))
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address (RFC 4291, 2.2). */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const [before, after] = [numbersOf(head), numbersOf(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function numbersOf(groups: string): number[] {
  if (groups === '') return []
  return groups.split(':').flatMap((group) => (group.includes('.') ? inGroups(group) : [Number.parseInt(group, 16)]))
}

/** The last four bytes may be written as IPv4. */
function inGroups(dotted: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function inDots(groups: number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.')
}
