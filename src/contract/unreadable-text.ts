/** Stands for a text that cannot be opened. A form that sends it back must neither be refused nor replace the text. */
export const UNREADABLE_TEXT = "(we can't read this right now: it's encrypted, and Cooee doesn't have the key)"

const REMARKS: readonly unknown[] = [
  UNREADABLE_TEXT,
  // As it was worded before: a form may have been open for as long.
  '(cannot be read at the moment: it is encrypted, and Cooee does not have the key)',
]

/** Whether what a form sends is that remark. */
export const isUnreadableText = (text: unknown): boolean => REMARKS.includes(text)
