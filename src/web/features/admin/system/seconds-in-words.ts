const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A span in its largest whole unit: "45 seconds", "1 minute", "3 hours", "2 days". */
export function secondsInWords(seconds: number): string {
  const [unit, length] = UNITS.find(([, unitSeconds]) => seconds >= unitSeconds) ?? (['second', 1] as const)
  const count = Math.floor(seconds / length)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
