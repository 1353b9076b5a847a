const LONGEST_SENT = 60
/** A name that was stored before there was a rule may hold an address: phones make links of words that a full stop joins. */
const JOINING_STOP = /(?<=[\p{L}\p{M}])\.(?=[\p{L}\p{M}]{2,})/gu

/** What of a name is sent to others: its letters, marks, spaces and ' - . , at most 60 of them. Empty where nothing is left. */
export function sentName(name: string): string {
  const kept = name
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/[^\p{L}\p{M}\p{Zs}'.-]/gu, ' ')
    .replace(JOINING_STOP, '. ')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
  return [...kept].slice(0, LONGEST_SENT).join('').trim()
}

/** What is sent of a name, or `instead` where nothing of it is: a name of signs alone. */
export function sentNameOr(name: string, instead = 'Someone'): string {
  return sentName(name) || instead
}
