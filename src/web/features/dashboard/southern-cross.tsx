/** The five stars over the valley at night; the light theme leaves them out. Decoration only. */
export function SouthernCross({ className }: { className?: string }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -60 120 140" className={className} aria-hidden="true">
      <g fill="var(--today-star, transparent)">
        <path d="M0 -48l1.6 4.8 4.8 1.6-4.8 1.6-1.6 4.8-1.6-4.8-4.8-1.6 4.8-1.6Z" />
        <path d="M6.4 42.24l1.84 5.52 5.52 1.84-5.52 1.84-1.84 5.52-1.84-5.52-5.52-1.84 5.52-1.84Z" />
        <path d="M-30.4 -2.88l1.52 4.56 4.56 1.52-4.56 1.52-1.52 4.56-1.52-4.56-4.56-1.52 4.56-1.52Z" />
        <path d="M27.2 -13.76l1.44 4.32 4.32 1.44-4.32 1.44-1.44 4.32-1.44-4.32-4.32-1.44 4.32-1.44Z" />
        <path d="M11.2 14.08l0.88 2.64 2.64 0.88-2.64 0.88-0.88 2.64-0.88-2.64-2.64-0.88 2.64-0.88Z" />
      </g>
    </svg>
  )
}
