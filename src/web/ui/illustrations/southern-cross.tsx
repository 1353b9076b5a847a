/** The five stars over the valley at night, the highest at 0, 0; the light theme leaves them out. */
export function SouthernCross({ transform }: { transform: string }) {
  return (
    <g fill="var(--today-star, transparent)" transform={transform}>
      <path d="M0 0l2 6 6 2-6 2-2 6-2-6-6-2 6-2Z" />
      <path d="M8 112.8l2.3 6.9 6.9 2.3-6.9 2.3-2.3 6.9-2.3-6.9-6.9-2.3 6.9-2.3Z" />
      <path d="M-38 56.4l1.9 5.7 5.7 1.9-5.7 1.9-1.9 5.7-1.9-5.7-5.7-1.9 5.7-1.9Z" />
      <path d="M34 42.8l1.8 5.4 5.4 1.8-5.4 1.8-1.8 5.4-1.8-5.4-5.4-1.8 5.4-1.8Z" />
      <path d="M14 77.6l1.1 3.3 3.3 1.1-3.3 1.1-1.1 3.3-1.1-3.3-3.3-1.1 3.3-1.1Z" />
    </g>
  )
}
