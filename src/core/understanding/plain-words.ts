/** Lower case, with the apostrophes of a keyboard, and without letters that were held down: "yesssss". */
export function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`´]/g, "'")
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Nothing but words and numbers, one space between them: "I'll go - 20 min!" is "ill go 20 min". */
export function bareWords(text: string): string {
  return plain(text)
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Which of several people a text names, by their places in `names`. Who shares a first name must be named in full. */
export function namesIn(text: string, names: readonly string[]): number[] {
  const said = plain(text)
  const firstNames = names.map((name) => plain(name).split(/\s+/)[0] ?? '')
  return names.flatMap((name, index) => {
    const first = firstNames[index] ?? ''
    const isTheirs = firstNames.filter((other) => other === first).length === 1 && hasWord(said, first)
    return isTheirs || hasWord(said, plain(name)) ? [index] : []
  })
}

function hasWord(said: string, word: string): boolean {
  const words = said.replace(/[^\p{L}\p{N}']+/gu, ' ').replace(/'s\b/g, '')
  return word !== '' && ` ${words} `.includes(` ${word.replace(/[^\p{L}\p{N}']+/gu, ' ')} `)
}
