/** "Good morning" to 11:59, "Good afternoon" to 17:59, then "Good evening", by the local hour (0 to 23). */
export function greeting(hour: number): string {
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
