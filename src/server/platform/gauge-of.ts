import { Gauge, type Registry } from 'prom-client'

/**
 * Registers numbers that have to be asked for. `read` is asked when metrics are read; what it throws becomes NaN: a
 * database that is away is told by /api/ready, and the other numbers are still wanted.
 */
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
      const found = await read().catch(() => Number.NaN)
      this.reset()
      if (typeof found === 'number') {
        if (labels.length === 0) this.set(found)
      } else for (const { labels, value } of found) this.set(labels, value)
    },
  })
}
