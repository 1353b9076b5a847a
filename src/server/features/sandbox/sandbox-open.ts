import { isLocalName } from '#server/platform/visitors/local-name.ts'

/** Everybody's reset links are in the outbox: it does not exist on a server with a name that others can reach. */
export function isSandboxOpen({ isSandbox, publicUrl }: { isSandbox: boolean; publicUrl: string }): boolean {
  return isSandbox && isLocalName(new URL(publicUrl).host)
}
