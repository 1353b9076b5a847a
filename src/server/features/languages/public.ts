export { CORRECTIONS_IN_USE } from './corrections-in-use.ts'
