import { KEYS } from './keys.ts'
import { MACHINES } from './machines.ts'
import { PEOPLE_WHO_ANSWER } from './people-who-answer.ts'
import { PEOPLE_WHO_ARE_FINE } from './people-who-are-fine.ts'
import { PEOPLE_WHO_NEED_HELP } from './people-who-need-help.ts'
import type { PickUp } from './pick-up.ts'
import { SCREENED_CALLS } from './screened-calls.ts'
import { WRONG_VERDICTS } from './wrong-verdicts.ts'

/** Every way of picking up that the product is measured by, written from life and not from its rules. */
export const ALL_PICK_UPS: readonly PickUp[] = [
  ...PEOPLE_WHO_ANSWER,
  ...PEOPLE_WHO_ARE_FINE,
  ...PEOPLE_WHO_NEED_HELP,
  ...KEYS,
  ...MACHINES,
  ...SCREENED_CALLS,
  ...WRONG_VERDICTS,
]
