const KEY = 'cooee-people'
const GUESS = 3

/** Keeps how many people the dashboard shows, so that the next time this window keeps as much room while it loads. */
export function rememberPeople(count: number): void {
  try {
    sessionStorage.setItem(KEY, String(count))
  } catch {
    // Storage may be blocked; the guess has to do.
  }
}

/** How many people the dashboard showed last in this window. */
export function rememberedPeople(): number {
  try {
    return Number(sessionStorage.getItem(KEY)) || GUESS
  } catch {
    return GUESS
  }
}
