import { bareWords } from '../plain-words.ts'

const OTHERS =
  /\b(?:she|shes|he|hes|they|theyre|theyve|her|mums|dads|nans|(?:my|her|his|your|the) (?:wife|husband|mother|father|mum|dad|nan|daughter|son|sister|brother|neighbour|carer|nurse)|mum is|mum has|dad is|dad has|nan is|nan has)\b/
/** "She'll be right" and "she's apples" are said of everything. */
const IDIOMS = /\b(?:shell be (?:right|apples)|shes (?:right mate|apples|sweet|jake))\b/g

/** Whether words are about somebody else, as a carer's are. `names` are of who is called: "Margaret is well" is not said by Margaret. */
export function isAboutOthers(text: string, names: readonly string[] = []): boolean {
  const said = bareWords(text).replace(IDIOMS, ' ')
  if (OTHERS.test(said)) return true
  return names
    .flatMap((name) => bareWords(name).split(' '))
    .filter((word) => word !== '')
    .some((word) => NAMED.test(` ${said} `.replaceAll(` ${word}s `, ' NAME is ').replaceAll(` ${word} `, ' NAME ')))
}

const NAMED = / NAME (?:is|was|has|cant|cannot|passed|went|died) /
