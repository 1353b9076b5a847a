import { AppError } from '#server/platform/http/app-error.ts'

/** A time that the body of a request must have. */
export function requiredTime(time: string | undefined, field: 'occurrence' | 'scheduledTime'): Date {
  if (time === undefined) throw new AppError('invalid', 'Required', { field })
  return new Date(time)
}
