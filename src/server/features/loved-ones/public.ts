export { openFreeText, STORED_FREE_TEXTS, withFreeTexts } from './free-texts.ts'
export { ownLovedOne } from './own-loved-one.ts'
export { lovedOneRoutes } from './routes.ts'
export { addLovedOne } from './save-loved-one.ts'
