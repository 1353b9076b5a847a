/**
 * What counts as spoken of a turn that was interrupted. `heard` is the provider's word for it: the beginning of the turn, or
 * of the part of it that was playing. Where it stands in the turn more than once, the first place counts: what may not have
 * been heard is not taken for heard.
 */
export function cutWhereInterrupted(text: string, heard: string): string {
  const wanted = wordsOf(heard)
  if (wanted.length === 0) return ''
  const spoken = wordsOf(text)
  for (let start = 0; start + wanted.length <= spoken.length; start++) {
    const isHere = wanted.every(({ word }, place) => {
      const other = spoken[start + place]?.word ?? ''
      // The last word may have been cut in its middle.
      return place === wanted.length - 1 ? other.startsWith(word) : other === word
    })
    if (isHere) return text.slice(0, spoken[start + wanted.length - 1]?.end).trim()
  }
  return ''
}

function wordsOf(text: string): { word: string; end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}'’]+[.,;:!?]*/gu)].map((found) => ({
    word: found[0].toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    end: found.index + found[0].length,
  }))
}
