import { expect, test } from 'vitest'
import { isLandline } from './is-landline.ts'

test.each(['+61255500143', '+61370101234', '+61755501234', '+61870101234', '+6493601234', '+6433601234'])(
  '%s is a landline',
  (number) => expect(isLandline(number)).toBe(true),
)

test.each(['+61491570156', '+61512345678', '+64211234567', '+642041234567', '+442079460000'])(
  '%s may take texts',
  (number) => expect(isLandline(number)).toBe(false),
)
