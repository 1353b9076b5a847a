/**
 * Resolves with what `find` finds once it finds anything (neither undefined, null nor false); throws after `seconds`,
 * saying what was waited for. A `find` that throws has found nothing.
 */
export async function waitUntil<Found>(
  what: string,
  find: () => Promise<Found> | Found,
  { seconds = 30, everyMs = 50 } = {},
): Promise<Exclude<Found, undefined | null | false>> {
  const deadline = Date.now() + seconds * 1000
  let last: unknown
  while (Date.now() < deadline) {
    try {
      const found = await find()
      if (isFound(found)) return found
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error(`Not within ${seconds} seconds: ${what}`, { cause: last })
}

function isFound<Found>(found: Found): found is Exclude<Found, undefined | null | false> {
  return found !== undefined && found !== null && found !== false
}
