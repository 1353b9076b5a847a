import type { Activity } from '#contract/calls/activity.ts'

/** Who did it, to stand beside an entry that somebody else than the reader did and that does not name them; else null. */
export function actorBeside(
  { by, description }: Pick<Activity, 'by' | 'description'>,
  readerId: number,
): string | null {
  return !by || by.id === readerId || description.startsWith(by.name) ? null : by.name
}
