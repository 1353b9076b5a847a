import type { Opened, Sealing } from '#server/platform/sealing/sealing.ts'

interface StoredSecret {
  secret: string | null
  sealedWith: string | null
}

/** The columns of a webhook's secret, for its id. Left out it stays; null takes it away. */
export function storedSecret(
  sealing: Sealing,
  id: number,
  secret: string | null | undefined,
): StoredSecret | Record<string, never> {
  if (secret === undefined) return {}
  if (secret === null) return { secret: null, sealedWith: null }
  const { value, sealedWith } = sealing.sealText('webhooks.secret', { id }, secret)
  return { secret: value, sealedWith }
}

/** The secret that signs what a webhook is sent; null if it has none. */
export function openSecret(
  sealing: Sealing,
  { id, secret, sealedWith }: StoredSecret & { id: number },
): Opened<string | null> {
  if (secret === null) return { kind: 'opened', content: null }
  return sealing.openText('webhooks.secret', { id }, { value: secret, sealedWith })
}

/** Unsigned it would not be what the receiver expects, so it is not sent. */
export const SECRET_UNREADABLE =
  'The secret of this webhook cannot be read: it is encrypted, and Cooee does not have the key. Give it a new one, or restore the key.'
