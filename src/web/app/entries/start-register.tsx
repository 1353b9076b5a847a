import { Register } from '#web/features/auth/register.tsx'
import { startVisitor } from './start-visitor.tsx'

/** Draws the registration form. */
export const startRegister = (): void => startVisitor(Register)
