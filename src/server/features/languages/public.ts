export { CORRECTIONS_IN_USE } from './corrections-in-use.ts'
export { CORRECTIONS_OF_CALL, LANGUAGE_OF_CALL } from './language-of-call.ts'
export { exportLanguage, importReview, listLanguages, revertReview } from './reviews.ts'
export { wordingOfOne } from './wording-of-one.ts'
