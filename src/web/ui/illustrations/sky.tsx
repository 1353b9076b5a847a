/** The colours of the sky, from above; fill with `url(#id)`. */
export function SkyColours({ id }: { id: string }) {
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stopColor="var(--today-sky-top)" />
      <stop offset=".55" stopColor="var(--today-sky-mid)" />
      <stop offset="1" stopColor="var(--today-sky-low)" />
    </linearGradient>
  )
}
