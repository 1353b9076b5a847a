/** The name of an export, `cooee-export-robyn-2026-11-21.json`, of plain letters, digits and hyphens: nothing breaks out of a header or a folder. */
export function exportFileName({ username, timezone }: { username: string; timezone: string }, now: Date): string {
  const whose = username
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const date = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  return `${['cooee-export', whose, String(date)].filter(Boolean).join('-')}.json`
}
