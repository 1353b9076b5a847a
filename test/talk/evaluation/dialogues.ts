import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** What somebody says in a talk, by what it is an example of. */
export interface Dialogue {
  id: string
  category: Category
  turns: readonly string[]
  /** No rule was written with it in view. */
  isHeldOut: boolean
}

export const CATEGORIES = [
  'well',
  'emergency-plain',
  'emergency-sideways',
  'hopeless',
  'silent',
  'hard-of-hearing',
  'confused',
  'medical',
  'injection',
  'wrong-person',
  'abuse',
  'promises',
  'are-you-real',
] as const
export type Category = (typeof CATEGORIES)[number]

const FOLDER = resolve(import.meta.dirname, '../dialogues')

/** Every dialogue of the repository. */
export function readDialogues(): Dialogue[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const {
      category,
      dialogues,
      heldOut = [],
    } = JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8')) as {
      category: Category
      dialogues: string[][]
      heldOut?: string[][]
    }
    const all = [...dialogues, ...heldOut]
    return all.map((turns, place) => ({
      id: `${category}-${place + 1}`,
      category,
      turns,
      isHeldOut: place >= dialogues.length,
    }))
  })
}
