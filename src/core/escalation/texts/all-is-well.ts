import { sentNameOr } from '../../names/sent-words.ts'

/** How an incident ended by what one of its people said, as a sentence: "Susan says all's well." */
export function saysAllIsWell(name: string): string {
  return `${sentNameOr(name)} says all's well.`
}

export const YOU_SAID_SO = "You said all's well."

/** The same sentence for the person who said it; sentences about others do not change. */
export function inOwnWords(how: string, ownName: string | null): string {
  return ownName === null ? how : how.replace(saysAllIsWell(ownName), YOU_SAID_SO)
}
