export { ownLovedOne } from './own-loved-one.ts'
export { lovedOneRoutes } from './routes.ts'
export { addLovedOne, type LovedOnesDeps } from './save-loved-one.ts'
