import { z } from 'zod'
import { phoneCode } from '#contract/people/stop.ts'
import { instant } from '#contract/wire.ts'

/** The code that was sent to the number of the profile. */
export const verifyPhoneBody = z.object({ code: phoneCode })

/** Until when the code that was texted can be typed; null: none was, it was used, or its tries are. */
export const openPhoneCode = z.object({ goodUntil: instant.nullable() })

export const PHONE_CODE_WRONG = "That code isn't right, or it's older than 10 minutes. Please ask for a new one."

/** How long an account waits before it is sent another code, in seconds. */
export const CODE_WAIT_SECONDS = 30
