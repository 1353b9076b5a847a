import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type BackupHeader, backupHeader, FIRST_LINE } from './backup-header.ts'
import { framed, frameReader } from './frames.ts'

/*
 * A backup is one file: a line that says what it is, a line of JSON that says what is in it, the rows of every table
 * (PostgreSQL's COPY text in frames, all of it compressed with zstd), and the SHA-256 of everything before it.
 */
const DIGEST_BYTES = 32
const LONGEST_HEADER_BYTES = 1_000_000
const READ_AT_ONCE_BYTES = 1_000_000

/** A table's rows, in the form that COPY gives and takes. */
type Rows = AsyncIterable<Buffer>

export interface BackupFile {
  header: BackupHeader
  /** The rows of every table, in the order of the header. Each must be read to its end before the next. */
  tables(): AsyncIterable<Rows>
  close(): Promise<void>
}

/** Writes a backup for its owner's eyes only, whole or not at all. Returns its size in bytes. Throws where a file of that name exists. */
export async function writeBackupFile(
  path: string,
  header: BackupHeader,
  tables: AsyncIterable<Rows>,
): Promise<number> {
  const unfinished = `${path}.unfinished-${process.pid}`
  await refuseExisting(path)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    const complete = async function* (compressed: AsyncIterable<Buffer>) {
      const head = Buffer.from(`${FIRST_LINE}${JSON.stringify(header)}\n`)
      hash.update(head)
      size += head.length + DIGEST_BYTES
      yield head
      for await (const chunk of compressed) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
      yield hash.digest()
    }
    await pipeline(framed(tables), createZstdCompress(), complete, file.createWriteStream({ flush: true }))
    await rename(unfinished, path)
    return size
  } catch (error) {
    await file.close().catch(() => {}) // the stream may have closed it
    await rm(unfinished, { force: true })
    throw error
  }
}

async function refuseExisting(path: string): Promise<void> {
  const there = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Error(`${path} cannot be written: ${error.message}`)
  })
  if (!there) return
  await there.close()
  throw new Error(`${path} exists already. Give the backup another name.`)
}

/** Opens a backup and reads all of it once. Throws a plain sentence where it is no backup, or not as it was written. */
export async function openBackupFile(path: string): Promise<BackupFile> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`)
  })
  try {
    const { size } = await file.stat()
    const { header, end } = await readHeader(file, path)
    await verify(file, path, size)
    return {
      header,
      tables: () => rowsOf(file, { start: end, end: size - DIGEST_BYTES - 1 }, header.tables.length),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readHeader(file: FileHandle, path: string): Promise<{ header: BackupHeader; end: number }> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_HEADER_BYTES), 0, LONGEST_HEADER_BYTES, 0)
  const start = buffer.subarray(0, bytesRead)
  if (!start.subarray(0, FIRST_LINE.length).equals(Buffer.from(FIRST_LINE))) {
    const isOurs = start.subarray(0, 13).equals(Buffer.from(FIRST_LINE.slice(0, 13)))
    throw new Error(
      isOurs
        ? `${path} was written by a newer version of Cooee. Restore it with that one.`
        : `${path} is no backup of Cooee.`,
    )
  }
  const end = start.indexOf('\n', FIRST_LINE.length) + 1
  try {
    return { header: backupHeader.parse(JSON.parse(start.subarray(FIRST_LINE.length, end).toString())), end }
  } catch {
    throw damaged(path)
  }
}

/** Before anything follows from what is in it: every byte is as it was written, and none is missing. */
async function verify(file: FileHandle, path: string, size: number): Promise<void> {
  if (size < FIRST_LINE.length + DIGEST_BYTES) throw damaged(path)
  const hash = createHash('sha256')
  const content = size - DIGEST_BYTES
  for await (const chunk of part(file, 0, content - 1)) hash.update(chunk)
  const { buffer } = await file.read(Buffer.alloc(DIGEST_BYTES), 0, DIGEST_BYTES, content)
  if (!hash.digest().equals(buffer)) throw damaged(path)
}

const damaged = (path: string) =>
  new Error(`${path} is damaged: it is not what the backup wrote. Nothing was changed. Take another copy of it.`)

function part(file: FileHandle, start: number, end: number) {
  return file.createReadStream({ start, end, autoClose: false, highWaterMark: READ_AT_ONCE_BYTES })
}

async function* rowsOf(file: FileHandle, { start, end }: { start: number; end: number }, tables: number) {
  const decompressed = createZstdDecompress()
  const reading = pipeline(part(file, start, end), decompressed)
  reading.catch(() => {}) // the reader of the rows gets the error
  const frames = frameReader(decompressed)
  for (let table = 0; table < tables; table++) yield frames.next()
  await reading
}
