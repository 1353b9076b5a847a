/** The path of a request's address without its query, which may hold what no log should. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** As written to logs: the same, without secrets that open something. */
export function loggedPathOf(url: string): string {
  return pathOf(url).replace(
    /^(\/incident\/|\/agree\/|\/api\/(?:incidents|contact-pages|voices|calendars)\/)[^/]+/,
    '$1…',
  )
}

/** Whether `path` is `folder` or is inside it; `/apiary` is not inside `/api`. */
export function isUnder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
