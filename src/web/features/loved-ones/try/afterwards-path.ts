import type { LovedOne } from '#contract/people/loved-ones.ts'
import { callsPath, lovedOnesPath } from '#web/domain/paths.ts'

/** Whether they are rung at some time already. */
export const isScheduled = ({ nextCall, activeServices }: LovedOne): boolean =>
  nextCall !== null || activeServices.length > 0

/** Where the first hour goes on after a rehearsal, or without one: to choosing when they are rung. */
export function afterwardsPath(lovedOne: LovedOne): string {
  return isScheduled(lovedOne) ? lovedOnesPath() : callsPath({ lovedOneId: lovedOne.id, schedule: true })
}
