interface NamedRecording {
  /** The name of the loved one, as somebody typed it. */
  name: string
  startedAt: Date
  /** The loved one's. */
  timezone: string
  contentType: string
}

/** The name of a recording, `cooee-margaret-hartley-2026-03-10-0900.wav`, of plain letters, digits and hyphens, in the loved one's time. */
export function recordingFileName({ name, startedAt, timezone, contentType }: NamedRecording): string {
  const whose = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const local = Temporal.Instant.fromEpochMilliseconds(startedAt.getTime()).toZonedDateTimeISO(timezone)
  const when = `${local.toPlainDate()}-${local.toPlainTime().toString({ smallestUnit: 'minute' }).replace(':', '')}`
  return `${['cooee', whose, when].filter(Boolean).join('-')}.${contentType === 'audio/mpeg' ? 'mp3' : 'wav'}`
}
