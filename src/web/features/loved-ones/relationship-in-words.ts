import { titleCase } from '#core/format/title-case.ts'

/** "Grandparent"; null where none was chosen, or one that says nothing: `other` is what is stored when nobody chooses. */
export function relationshipInWords(relationship: string | null): string | null {
  return relationship && relationship !== 'other' ? titleCase(relationship) : null
}
