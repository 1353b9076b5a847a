import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { AppError } from '#server/platform/http/app-error.ts'

const deriveKey = promisify(argon2)

interface Cost {
  memoryKib: number
  passes: number
  parallelism: number
}
/** One of the equivalent choices in the OWASP Password Storage Cheat Sheet. */
const COST: Cost = { memoryKib: 46 * 1024, passes: 1, parallelism: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32
/** Costs the same to compare with, and nothing matches it. */
const NOBODYS_HASH = inPhcFormat(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))

/** The argon2id hash of `password` in the PHC string format, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return inPhcFormat(salt, await derive(password, salt, COST))
}

function inPhcFormat(salt: Buffer, key: Buffer): string {
  const { memoryKib, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`
}

/** Whether `password` belongs to `hash`. Without a hash the answer is no after the same work: the time says nothing about who exists. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const { cost, salt, key } = parse(hash ?? NOBODYS_HASH)
  const isRight = timingSafeEqual(await derive(password, salt, cost), key)
  return hash !== undefined && isRight
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(hash: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [, memoryKib, passes, parallelism, salt, key] = PHC.exec(hash) ?? []
  if (!salt || !key) throw new Error('A stored password hash is not in the argon2id format')
  return {
    cost: { memoryKib: Number(memoryKib), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

// Each hash holds 46 MiB while it runs: as many at once as there are processors, the rest queue.
let free = availableParallelism()
const waiting: (() => void)[] = []
/** Some seconds of work. A later one would wait for longer than a person does. */
const LONGEST_LINE = 100
const BUSY_SECONDS = 5

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (waiting.length >= LONGEST_LINE) {
    throw new AppError('unavailable', 'Cooee is busy right now. Please try again in a moment.', {
      retryAfterSeconds: BUSY_SECONDS,
    })
  }
  if (free > 0) free -= 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await deriveKey('argon2id', {
      // The same letters may be typed as different code points on different keyboards.
      message: Buffer.from(password.normalize('NFKC'), 'utf8'),
      nonce: salt,
      memory: cost.memoryKib,
      passes: cost.passes,
      parallelism: cost.parallelism,
      tagLength: KEY_BYTES,
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
}
