/** "Margaret" for "Margaret Hartley": once it is clear who is meant, a text message has no room for more. */
export function shortName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}
