import { Login } from '#web/features/auth/login.tsx'
import { startVisitor } from './start-visitor.tsx'

/** Draws the sign-in form. */
export const startSignIn = (): void => startVisitor(Login)
