import type { Catalogue } from './catalogue.ts'
import type { SpokenForms } from './spoken-forms.ts'

/** All that Cooee knows of a language. */
export interface LanguagePack {
  catalogue: Catalogue
  forms: SpokenForms
  /** Whether somebody who grew up with it has read the catalogue as it stands here. */
  reviewedByNativeSpeaker: boolean
}
