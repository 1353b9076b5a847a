/**
 * Names the one thing that a form is there to create, the same through all its tries: a request whose answer got lost
 * can be sent again, and the server creates nothing twice.
 */
export function newCreationKey(): string {
  // Not crypto.randomUUID, which a page has only over https.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
