import type { Meaning } from '../meaning-of.ts'

const CRIES = /🆘|🚑|🚨/u
const GOOD_SIGNS = /[👍👌✅☑✔🆗🙂😊😀😃😄❤]/u
const SIGNS_WITHOUT_MEANING =
  /[👍👌✅☑✔🆗🙂😊😀😃😄❤💕💖🥰😘🤗🙏😁😉🌞☀🌸🌹🌷🎉]|[\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3\u200d]/gu

/** What emoji say in every language, and `byWords` where they leave it to the words: as in `meaningOf` of English. */
export function bySigns(text: string, byWords: (isSmiling: boolean) => Meaning | null): Meaning | null {
  if (CRIES.test(text)) return 'help'
  const isSmiling = GOOD_SIGNS.test(text)
  const hasOther = /\p{Extended_Pictographic}/u.test(text.replace(SIGNS_WITHOUT_MEANING, ''))
  const meaning = byWords(isSmiling)
  if (meaning === 'help') return meaning
  if (hasOther) return null
  if (isSmiling && !/[\p{L}\p{N}]/u.test(text)) return 'fine'
  return meaning
}
