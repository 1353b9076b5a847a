/** A gum tree for the other drawings, rooted at 0, 0. */
export function Tree({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path d="M-3 0C-1-26-9-40-4-62c1 14 7 22 8 34 4-10 10-14 14-22-1 16-12 24-12 50Z" fill="var(--today-trunk)" />
      <ellipse cx="-8" cy="-70" rx="26" ry="20" fill="var(--today-leaf)" />
      <ellipse cx="16" cy="-60" rx="20" ry="14" fill="var(--today-leaf)" />
      <ellipse cx="4" cy="-84" rx="20" ry="14" fill="var(--today-leaf)" />
    </g>
  )
}
