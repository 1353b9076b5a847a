export { ownLovedOne } from './own-loved-one.ts'
export { lovedOneRoutes } from './routes.ts'
export { addLovedOne } from './save-loved-one.ts'
