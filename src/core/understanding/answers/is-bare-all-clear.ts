import { bareWords } from '../plain-words.ts'

/** Whether words say that all is well, of nobody in particular: the person's own answer, or one about somebody else. */
export function isBareAllClear(text: string): boolean {
  return /^(?:(?:yes|yep|ok|okay|hi|hello|thanks|thank you) )*(?:its )?(?:all|alls|all is|everythings|everything is) (?:ok|okay|well|fine|safe|good)(?: here)?(?: now)?(?: thanks| thank you)?$/.test(
    bareWords(text),
  )
}
