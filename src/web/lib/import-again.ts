/** The address that Chromium and Firefox name when a module could not be fetched. */
const ADDRESS = /dynamically imported module: (https?:\S+\/([a-z0-9-]+)-[\w-]{8}\.js)$/

/**
 * Fetches a part once more by another address: browsers remember that a module could not be fetched, and never ask again
 * for the same one. `error` is what importing it was rejected with. Null where the part cannot be told from it, or does not
 * arrive. A part's file is named after what it exports: `schedule-call` exports `ScheduleCall`.
 */
export async function importAgain(error: unknown, times: number): Promise<unknown> {
  const [, address = '', file = ''] = ADDRESS.exec(error instanceof Error ? error.message : '') ?? []
  if (address === '') return null
  try {
    const module = await import(/* @vite-ignore */ `${address}?again=${times}`)
    return module[exportOf(file)] ?? null
  } catch {
    return null
  }
}

const exportOf = (file: string): string =>
  file
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
