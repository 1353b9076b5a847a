import { z } from 'zod'
import { nameFault } from '#core/names/name-fault.ts'

/** A person's name, which others hear and read: no address, number or hidden sign in it. `required` is said where it is shorter than `min`. */
export function personName({ max, min, required }: { max: number; min: number; required: string }) {
  return z
    .string(required)
    .max(max, `Must be at most ${max} characters`)
    .trim()
    .min(min, required)
    .superRefine((name, context) => {
      const fault = nameFault(name)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })
}

/** The same where it may be left out: absent, null and empty all mean "none". */
export function optionalName({ max }: { max: number }) {
  return z
    .union([
      z.literal('').transform(() => null),
      z.null(),
      personName({ max, min: 1, required: 'Please enter a name' }),
    ])
    .optional()
}
