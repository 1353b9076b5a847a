/**
 * No text of a call is near it; what is longer is not one sentence any more. In a file of its own: pages that need the figure do
 * not load every English text with it.
 */
export const LONGEST_TEXT = 600
