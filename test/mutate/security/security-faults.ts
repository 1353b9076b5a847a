import { ACCESS_FAULTS } from './access-faults.ts'
import { BROWSER_FAULTS } from './browser-faults.ts'
import { INPUT_FAULTS } from './input-faults.ts'
import { LIMIT_FAULTS } from './limit-faults.ts'
import { PASSWORD_FAULTS } from './password-faults.ts'
import { SECRET_FAULTS } from './secret-faults.ts'
import type { SecurityFault } from './security-fault.ts'
import { SESSION_FAULTS } from './session-faults.ts'

/** Every row of the 44 in docs/security.md, broken at least once. */
export const SECURITY_FAULTS: readonly SecurityFault[] = [
  ...INPUT_FAULTS,
  ...LIMIT_FAULTS,
  ...BROWSER_FAULTS,
  ...PASSWORD_FAULTS,
  ...SESSION_FAULTS,
  ...ACCESS_FAULTS,
  ...SECRET_FAULTS,
]
