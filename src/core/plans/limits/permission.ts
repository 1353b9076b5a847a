/** Whether a plan allows something; if not, a sentence that says why and names the way out. */
export type Permission = { allowed: true } | { allowed: false; why: string }

export const ALLOWED: Permission = { allowed: true }

export function refused(why: string): Permission {
  return { allowed: false, why }
}
