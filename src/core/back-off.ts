/** How long to wait before a retry after that many failures in a row: doubled each time, from the shortest to the longest wait. */
export function backOffMs(
  failures: number,
  { shortestMs = 1_000, longestMs }: { shortestMs?: number; longestMs: number },
): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.min(Math.max(failures - 1, 0), 30))
}
