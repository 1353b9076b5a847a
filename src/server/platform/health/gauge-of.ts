import { Gauge, type Registry } from 'prom-client'

/** Prometheus gives up on all numbers after ten seconds by default. */
const READ_WITHIN_MS = 5_000

/** Registers numbers that are asked for when metrics are read. Where `read` throws, or takes longer than five seconds, there is NaN. */
export function gaugeOf<Label extends string = never>(
  registry: Registry,
  { name, help, labels = [] }: { name: string; help: string; labels?: readonly Label[] },
  read: () => Promise<number | readonly { labels: Record<Label, string>; value: number }[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const found = await inTime(read).catch(() => Number.NaN)
      this.reset()
      if (typeof found === 'number') {
        if (labels.length === 0) this.set(found)
      } else for (const { labels, value } of found) this.set(labels, value)
    },
  })
}

async function inTime<Result>(read: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('No answer')), READ_WITHIN_MS)
  try {
    return await Promise.race([read(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
