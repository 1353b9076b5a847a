import { z } from 'zod'

/** The first line of every backup; the number is that of the file's format. */
export const FIRST_LINE = 'COOEE BACKUP 1\n'

const count = z.number().int().nonnegative()

/** The second line of a backup, as JSON: what is in it. Readable without any program of ours. */
export const backupHeader = z.object({
  /** Of Cooee, as in package.json. */
  productVersion: z.string(),
  /** When the rows were as they are in the backup. */
  takenAt: z.iso.datetime(),
  /** What had been applied to the database, in its order. */
  migrations: z
    .array(z.object({ name: z.string(), checksum: z.string(), appliedAt: z.iso.datetime({ offset: true }) }))
    .min(1),
  /** In the order in which their rows follow. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
  sequences: z.array(z.object({ name: z.string(), lastValue: count })),
})

export type BackupHeader = z.infer<typeof backupHeader>
