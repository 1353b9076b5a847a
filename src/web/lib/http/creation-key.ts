/** Names the one thing that a form creates, the same through all its tries: the server creates nothing twice. */
export function newCreationKey(): string {
  // Not crypto.randomUUID, which a page has only over https.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
