/** The address that Chromium and Firefox name when a module could not be fetched, and the name of its file. */
const ADDRESS = /https?:\S+\/([a-z-]+)-[\w-]{8}\.js/

/**
 * Fetches a part once more by another address: browsers remember that a module could not be fetched, and never ask again
 * for the same one. `failure` is what importing it was rejected with. Undefined where the part cannot be told from it, or
 * does not arrive. A part's file is named after what it exports: `schedule-call` exports `ScheduleCall`.
 */
export async function importAgain(failure: unknown): Promise<unknown> {
  const [address, file = ''] = ADDRESS.exec(String(failure)) ?? []
  const name = file.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase())
  // A time, since this may be remembered as missing as well.
  return (
    address && import(/* @vite-ignore */ `${address}?${Date.now()}`).then((part) => part[name]).catch(() => undefined)
  )
}
