import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/** Rules of a form that are loaded when a field is first left. Where that fails the form is sent unchecked: the server has the same rules. */
export function formRules<Typed extends FieldValues, Checked>(
  load: () => Promise<z.ZodType<Checked, Typed>>,
): Resolver<Typed, unknown, Checked> {
  const loaded = async () => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()])
    return zodResolver(schema)
  }
  return async (values, context, options) => {
    const check = await loaded().catch(() => null)
    return check ? check(values, context, options) : { values: values as never, errors: {} }
  }
}
