import { HOMES_AND_CARERS } from './homes-and-carers.ts'
import { KEYS } from './keys.ts'
import { MACHINES } from './machines.ts'
import { OLD_EARS_AND_ACCENTS } from './old-ears-and-accents.ts'
import { PEOPLE_WHO_ANSWER } from './people-who-answer.ts'
import { PEOPLE_WHO_ARE_FINE } from './people-who-are-fine.ts'
import { PEOPLE_WHO_NEED_HELP } from './people-who-need-help.ts'
import type { PickUp } from './pick-up.ts'
import { ROOMS_WITH_NOISE } from './rooms-with-noise.ts'
import { SCREENED_CALLS } from './screened-calls.ts'
import { SCREENS_IN_OTHER_WORDS } from './screens-in-other-words.ts'
import { SOMEBODY_ELSE_AND_NOISE } from './somebody-else-and-noise.ts'
import { VOICEMAILS_OF_ALL_KINDS } from './voicemails-of-all-kinds.ts'
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
  ...VOICEMAILS_OF_ALL_KINDS,
  ...SCREENS_IN_OTHER_WORDS,
  ...HOMES_AND_CARERS,
  ...OLD_EARS_AND_ACCENTS,
  ...ROOMS_WITH_NOISE,
  ...SOMEBODY_ELSE_AND_NOISE,
]
