const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Minutes after midnight on the wall for `HH:MM` on a 24-hour clock. Throws RangeError on anything else. */
export function minutesOfDay(timeOfDay: string): number {
  const match = TIME_OF_DAY.exec(timeOfDay)
  if (!match) throw new RangeError(`Not a time of day (HH:MM): ${timeOfDay}`)
  return Number(match[1]) * 60 + Number(match[2])
}
