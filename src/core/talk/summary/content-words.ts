import { utteranceOf } from '../../understanding/utterance.ts'

/** Words of grammar, and what is said of everything. */
const EMPTY: ReadonlySet<string> = new Set(
  `a about after again all also always am an and any anything are as asked at be because been before being but by call called
  can come could day did do does doing done each even ever every feel feels feeling felt for from get go going good got had
  has have he her here him his how i if in into is it just know like little lot made make me mention mentioned more most much my
  never no not now of off ok on one or other our out over person quite really said same say says see she should so some
  something still such talk talked tell than that the their them then there these they thing things think this those time
  to today told too up us very was we well were what when where which while who will with without would yes you your
  NAME everything since yesterday tomorrow back been`.split(/\s+/),
)

/** The words of a text that are about something, each by its stem: "gardening" and "gardens" are one. */
export function contentWords(text: string, names: readonly string[] = []): Set<string> {
  return new Set(
    utteranceOf(text, names)
      .words.filter((word) => word.length > 2 && !EMPTY.has(word))
      .map(stemOf),
  )
}

/** The stem of a word. Crude, and the same for both sides of a comparison. */
export function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ings|ed|es|s|ly)$/, '')
  return (stem.length < 3 ? word : stem).replace(/(.)\1$/, '$1').replace(/e$/, '')
}

/** Whether two texts are about something that both name. */
export function sharesContent(one: string, other: string, names: readonly string[] = []): boolean {
  const wanted = contentWords(other, names)
  return [...contentWords(one, names)].some((word) => wanted.has(word))
}
