import { BASIC_PLAN } from '../prices.ts'
import type { Standing } from '../standing.ts'
import { refusedAsNotCovered } from './not-covered.ts'
import { ALLOWED, type Permission, refused } from './permission.ts'

/** Whether an account that has so many loved ones may add another. */
export function mayAddLovedOne(standing: Standing, lovedOnes: number): Permission {
  if (standing.kind === 'off') return ALLOWED
  const notCovered = refusedAsNotCovered(standing, 'add a loved one')
  if (notCovered) return notCovered
  if (lovedOnes < BASIC_PLAN.lovedOnes) return ALLOWED
  return refused(`Your plan covers up to ${BASIC_PLAN.lovedOnes} loved ones. Remove one to add another.`)
}
