import fc from 'fast-check'
import * as english from '#test/understanding/heard-first.ts'
import { EVERY_LANGUAGE } from '#test/understanding/languages/every-language.ts'
import { entriesOf } from './lexicon/lexicon.ts'
import { ARABIC } from './tables/arabic.ts'
import { CANTONESE } from './tables/cantonese.ts'
import { GREEK } from './tables/greek.ts'
import { ITALIAN } from './tables/italian.ts'
import { MANDARIN } from './tables/mandarin.ts'
import { VIETNAMESE } from './tables/vietnamese.ts'
import { understandingIn } from './understanding-in.ts'

const TABLES: any = { it: ITALIAN, el: GREEK, cmn: MANDARIN, yue: CANTONESE, vi: VIETNAMESE, ar: ARABIC }
const NONSENSE = ['bazzok', 'guvvika', 'ζβαγκομπ', 'đuzzvo', 'غظضثغ', '龘靐']
const N = Number(process.argv[2])
for (const [language, sentences] of EVERY_LANGUAGE as any) {
  if (!['cmn', 'yue'].includes(language)) continue
  const { names, said, machines } = sentences
  const heard = understandingIn(language)
  const meaning = (w: string) => heard.meaningOf(w, names)
  const isHan = language === 'cmn' || language === 'yue'
  const joined = (...p: string[]) => p.filter((x) => x !== '').join(isHan ? '' : ' ')
  const entries = Object.values(TABLES[language].words).flatMap((x: any) => entriesOf(x))
  const everything = [...Object.values(said).flat(), ...machines] as string[]
  const words = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...entries) },
        { weight: 2, arbitrary: fc.constantFrom(...everything) },
        { weight: 1, arbitrary: fc.constantFrom(...NONSENSE, ...names) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6 }) },
      ),
      { maxLength: 4 },
    )
    .map((p: any) => joined(...p))
  const reassuring = ['fine', 'taken', 'yes', 'not_yet']
  let n = 0
  for (const [a, f, l] of fc.sample(fc.tuple(fc.constantFrom(...(said.help as string[])), words, words), N)) {
    const m = meaning(joined(`${f}.`, a, l))
    if (reassuring.includes(m as any)) {
      n++
      console.log(language, 'A', m, JSON.stringify([a, f, l]))
    }
  }
  const others = [...said.fine, ...said.taken, ...said.yes]
  for (const a of said.help)
    for (const f of others)
      for (const t of [`${a}. ${f}`, `${f}. ${a}`]) if (meaning(t) !== 'help') console.log(language, 'B', meaning(t), t)
  const sure = [...said.fine, ...said.taken, ...said.yes, ...said.not_yet]
  for (const s of sure)
    for (const w of NONSENSE) {
      const base = isHan ? [...s] : s.split(' ')
      for (let i = 0; i <= base.length; i++) {
        const p = [...base]
        p.splice(i, 0, w)
        const m = meaning(joined(...p))
        if (reassuring.includes(m as any)) console.log(language, 'C', m, joined(...p))
      }
    }
  console.log(language, 'done', n)
}
