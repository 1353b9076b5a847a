/** Saves bytes that are already here as a file of the person's own. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has opened it at that point; revoked at once, some would save nothing.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
