import { UNREADABLE_TEXT } from '#contract/unreadable-text.ts'
import type { Opened } from './sealing.ts'

/** A text for people: what was stored, or a remark that it cannot be read. */
export function readableText(opened: Opened<string>): string {
  return opened.kind === 'opened' ? opened.content : UNREADABLE_TEXT
}
