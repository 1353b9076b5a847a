/**
 * What stands in place of a text that cannot be opened. A form that was shown it sends it back: it must neither be refused
 * nor take the place of the text.
 */
export const UNREADABLE_TEXT = '(cannot be read at the moment: it is encrypted, and Cooee does not have the key)'
