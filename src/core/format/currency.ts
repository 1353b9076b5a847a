const usDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** "$19.99": everything Cooee charges is in US dollars. */
export function formatDollars(dollars: number): string {
  return usDollars.format(dollars)
}
