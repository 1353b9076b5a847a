/**
 * Fetches a part once more by another address: browsers remember that a module could not be fetched, and never ask again
 * for the same one. `failure` is what importing it was rejected with: Chromium and Firefox name the address in it. Undefined when the failure does not name the part; rejects when it does not arrive.
 * A part's file is named after what it exports:
 * `schedule-call` exports `ScheduleCall`.
 */
export async function importAgain(failure: unknown): Promise<unknown> {
  const [address, file = ''] = /http\S+\/([a-z-]+)-.{8}\.js/.exec(String(failure)) ?? []
  const name = file.replace(/(^|-)./g, (letter) => letter.slice(-1).toUpperCase())
  // A time, since this may be remembered as missing as well.
  return address && (await import(/* @vite-ignore */ `${address}?${Date.now()}`))[name]
}
