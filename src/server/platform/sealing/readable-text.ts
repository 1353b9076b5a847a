import type { Opened } from './sealing.ts'

/** What stands in place of a text that cannot be opened: the rest of what it belongs to is still shown. */
export const UNREADABLE_TEXT = '(cannot be read at the moment: it is encrypted, and Cooee does not have the key)'

/** A text for people: what was stored, or a remark that it cannot be read. */
export function readableText(opened: Opened<string>): string {
  return opened.kind === 'opened' ? opened.content : UNREADABLE_TEXT
}
