import { join } from 'node:path'

/** For servers that tests start in processes of their own, again and again: Node keeps there what it has compiled. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/cooee-tests') }
