export { CORRECTIONS_IN_USE } from './corrections-in-use.ts'
export { exportLanguage, importReview, listLanguages, revertReview } from './reviews.ts'
export { wordingOfOne } from './wording-of-one.ts'
