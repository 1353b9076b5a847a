/** Leaves this app for a page of somebody else. */
export function leaveFor(url: string): void {
  window.location.assign(url)
}

/** Whether the text is an address that a browser may be sent to. */
export function isWebAddress(text: string | null | undefined): text is string {
  if (!text || !URL.canParse(text)) return false
  return ['http:', 'https:'].includes(new URL(text).protocol)
}
