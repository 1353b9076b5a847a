/** "3:12" for 192 seconds (minutes go past 59: "62:05"), "N/A" when there is no duration. */
export function formatDuration(durationSeconds: number | null | undefined): string {
  if (durationSeconds === null || durationSeconds === undefined) return 'N/A'
  const whole = Math.floor(durationSeconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
